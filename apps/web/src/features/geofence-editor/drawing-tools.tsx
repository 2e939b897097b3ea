import { Button, Segmented } from 'antd'
import { Hand, Redo2, SquareDashedMousePointer, Trash2, Undo2 } from 'lucide-react'
import { usePhone } from '../../lib/use-media.ts'
import styles from './geofence-editor.module.css'
import type { DragMode, GeofenceDrawing } from './use-geofence-tool.ts'

/** Move or draw, back and forth in what was drawing, and away with it. */
export function DrawingTools({ tool, state, mode, setMode }: GeofenceDrawing) {
  const phone = usePhone()
  return (
    <>
      <Segmented<DragMode>
        aria-label="What a drag does"
        size={phone ? 'large' : 'middle'}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'move', label: 'Move', icon: <Hand size={16} strokeWidth={1.8} aria-hidden /> },
          {
            value: 'draw',
            label: 'Draw',
            icon: <SquareDashedMousePointer size={16} strokeWidth={1.8} aria-hidden />,
          },
        ]}
      />
      <Button
        type="text"
        aria-label="Undo"
        title="Undo (Ctrl + Z)"
        disabled={!state.canUndo}
        onClick={() => tool.undo()}
        icon={<Undo2 size={16} strokeWidth={1.8} aria-hidden />}
      />
      <Button
        type="text"
        aria-label="Redo"
        title="Redo (Ctrl + Shift + Z)"
        disabled={!state.canRedo}
        onClick={() => tool.redo()}
        icon={<Redo2 size={16} strokeWidth={1.8} aria-hidden />}
      />
      <Button
        type="text"
        className={styles.clear ?? ''}
        aria-label="Clear"
        disabled={!state.rect}
        onClick={() => tool.clear()}
        icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
      >
        {phone ? null : 'Clear'}
      </Button>
    </>
  )
}
