import { Button, Segmented } from 'antd'
import { Hand, Redo2, SquareDashedMousePointer, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import styles from './geofence-editor.module.css'
import type { DragMode, GeofenceDrawing } from './use-geofence-tool.ts'

/** Move or draw, back and forth in what was drawing, and away with it. */
export function DrawingTools({ tool, state, mode, setMode }: GeofenceDrawing) {
  const { t } = useTranslation('geofence-editor')
  const phone = usePhone()
  return (
    <>
      <Segmented<DragMode>
        aria-label={t('drag.label')}
        size={phone ? 'large' : 'middle'}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'move', label: t('drag.move'), icon: <Hand size={16} strokeWidth={1.8} aria-hidden /> },
          {
            value: 'draw',
            label: t('drag.draw'),
            icon: <SquareDashedMousePointer size={16} strokeWidth={1.8} aria-hidden />,
          },
        ]}
      />
      <Button
        type="text"
        aria-label={t('undo')}
        title={t('undoKeys')}
        disabled={!state.canUndo}
        onClick={() => tool.undo()}
        icon={<Undo2 size={16} strokeWidth={1.8} aria-hidden />}
      />
      <Button
        type="text"
        aria-label={t('redo')}
        title={t('redoKeys')}
        disabled={!state.canRedo}
        onClick={() => tool.redo()}
        icon={<Redo2 size={16} strokeWidth={1.8} aria-hidden />}
      />
      <Button
        type="text"
        className={styles.clear ?? ''}
        aria-label={t('clear')}
        disabled={!state.rect}
        onClick={() => tool.clear()}
        icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
      >
        {phone ? null : t('clear')}
      </Button>
    </>
  )
}
