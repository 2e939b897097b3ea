import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './geofence-editor.module.css'
import type { FenceDrawingTool } from './use-fence-tool.ts'

/**
 * Actions on corners, placed on the map. A toolbar row above that appeared and vanished would move the map under the
 * pointer.
 */
export function CornerActions({ tool, state }: FenceDrawingTool) {
  const { t } = useTranslation('geofence-editor')
  const corners = state.drawing?.kind === 'open' ? state.drawing.points.length : undefined
  return (
    <TouchSize>
      <div className={styles.actions}>
        {corners === undefined ? null : (
          <Button disabled={corners < 3} onClick={() => tool.close()}>
            {t('close')}
          </Button>
        )}
        {tool.mayRemoveCorner ? (
          <Button onClick={() => tool.removeChosenCorner()}>{t('removeCorner')}</Button>
        ) : null}
      </div>
    </TouchSize>
  )
}
