import { Button, Segmented } from 'antd'
import { Circle, Hand, Pentagon, Redo2, Square, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './geofence-editor.module.css'
import type { FenceDrawingTool, PointerMode } from './use-fence-tool.ts'

const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const
const modes = [
  { value: 'move', icon: <Hand {...icon} /> },
  { value: 'rectangle', icon: <Square {...icon} /> },
  { value: 'polygon', icon: <Pentagon {...icon} /> },
  { value: 'circle', icon: <Circle {...icon} /> },
] as const

/** Move the plan or draw a shape, back and forth in what was drawing, and away with it. */
export function DrawingTools({ tool, state, mode, setMode }: FenceDrawingTool) {
  const { t } = useTranslation('geofence-editor')
  const phone = usePhone()
  return (
    <>
      <Segmented<PointerMode>
        aria-label={t('mode.label')}
        size={phone ? 'large' : 'middle'}
        value={mode}
        onChange={setMode}
        options={modes.map((option) => ({
          ...option,
          label: phone ? (
            <span className="visually-hidden">{t(`mode.${option.value}`)}</span>
          ) : (
            t(`mode.${option.value}`)
          ),
        }))}
      />
      <Button
        type="text"
        aria-label={t('undo')}
        title={t('undoKeys')}
        disabled={!state.canUndo}
        onClick={() => tool.undo()}
        icon={<Undo2 {...icon} />}
      />
      <Button
        type="text"
        aria-label={t('redo')}
        title={t('redoKeys')}
        disabled={!state.canRedo}
        onClick={() => tool.redo()}
        icon={<Redo2 {...icon} />}
      />
      <Button
        type="text"
        className={styles.clear ?? ''}
        aria-label={t('clear')}
        disabled={!state.drawing}
        onClick={() => tool.clear()}
        icon={<Trash2 {...icon} />}
      >
        {phone ? null : t('clear')}
      </Button>
    </>
  )
}

/** What can be done with corners just now, on the map: a line that came and went above it would move it under the pointer. */
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
