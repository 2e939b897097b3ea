import type { MapInfo } from '@wardtrack/contracts'
import { Alert } from 'antd'
import type { Size } from '../../map-engine/index.ts'
import styles from './map-import.module.css'

interface ReplaceNoteProps {
  readonly present: MapInfo | undefined
  readonly image: Size
}

/** What becomes of all that stands on the image that is replaced. */
export function ReplaceNote({ present, image }: ReplaceNoteProps) {
  if (!present?.width || !present.height) return null
  const same = present.width === image.width && present.height === image.height
  return (
    <Alert
      className={styles.note ?? ''}
      type="warning"
      showIcon
      title={
        <>
          <b>This replaces the image of {present.name}</b>
          <br />
          {same
            ? 'It has the same size: geofences, monitors and positions stay where they are.'
            : `It has ${image.width} × ${image.height} px instead of ${present.width} × ${present.height} px: geofences, monitors and positions are rescaled to it. They stay in their places if both images show the same part of the floor.`}
        </>
      }
    />
  )
}
