import type { MapInfo } from '@wardtrack/contracts'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Size } from '../../map-engine/index.ts'
import styles from './map-import.module.css'

interface ReplaceNoteProps {
  readonly present: MapInfo | undefined
  readonly image: Size
}

/** Explains the effect of a new image on everything placed on the map. */
export function ReplaceNote({ present, image }: ReplaceNoteProps) {
  const { t } = useTranslation('map-import')
  if (!present?.width || !present.height) return null
  const same = present.width === image.width && present.height === image.height
  return (
    <Alert
      className={styles.note ?? ''}
      type="warning"
      showIcon
      title={
        <>
          <b>{t('replace.title', { name: present.name })}</b>
          <br />
          {same
            ? t('replace.sameSize')
            : t('replace.otherSize', {
                width: image.width,
                height: image.height,
                oldWidth: present.width,
                oldHeight: present.height,
              })}
        </>
      }
    />
  )
}
