import { Button, Segmented } from 'antd'
import { Circle, Hand, LayoutDashboard, Pentagon, Square, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import { UndoButtons } from '../map-canvas/index.ts'
import styles from './geofence-editor.module.css'
import type { FenceDrawingTool, PointerMode } from './use-fence-tool.ts'
import { roomsMissing } from './use-rooms.ts'

const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const
const modes = [
  { value: 'move', icon: <Hand {...icon} /> },
  { value: 'rectangle', icon: <Square {...icon} /> },
  { value: 'polygon', icon: <Pentagon {...icon} /> },
  { value: 'circle', icon: <Circle {...icon} /> },
  { value: 'room', icon: <LayoutDashboard {...icon} /> },
] as const

/** Tools to move the plan, draw a shape or choose a room, with undo, redo and clear. */
export function DrawingTools({ tool, state, mode, setMode, rooms }: FenceDrawingTool) {
  const { t } = useTranslation('geofence-editor')
  const phone = usePhone()
  const missing = roomsMissing(rooms)
  return (
    <div className={styles.tools}>
      <Segmented<PointerMode>
        aria-label={t('mode.label')}
        size={phone ? 'large' : 'middle'}
        value={mode}
        onChange={setMode}
        options={modes.map(({ value, icon: picture }) => {
          const why = value === 'room' ? missing : undefined
          return {
            value,
            icon: picture,
            disabled: why !== undefined,
            ...(why === undefined ? {} : { title: why }),
            label: (
              <>
                <span className={phone ? 'visually-hidden' : ''}>{t(`mode.${value}`)}</span>
                {why === undefined ? null : <span className="visually-hidden">: {why}</span>}
              </>
            ),
          }
        })}
      />
      <UndoButtons tool={tool} state={state} />
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
    </div>
  )
}
