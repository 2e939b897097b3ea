import { Button } from 'antd'
import { Redo2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './undo-buttons.module.css'

const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const

interface UndoButtonsProps {
  /** Tool whose steps are undone and redone. */
  readonly tool: { undo(): boolean; redo(): boolean }
  readonly state: { readonly canUndo: boolean; readonly canRedo: boolean }
}

/** Undo and redo of the drawing; side by side if the tools take two rows. */
export function UndoButtons({ tool, state }: UndoButtonsProps) {
  const { t } = useTranslation('map-canvas')
  return (
    <span className={styles.steps}>
      <Button
        type="text"
        aria-label={t('drawing.undo')}
        title={t('drawing.undoKeys')}
        disabled={!state.canUndo}
        onClick={() => tool.undo()}
        icon={<Undo2 {...icon} />}
      />
      <Button
        type="text"
        aria-label={t('drawing.redo')}
        title={t('drawing.redoKeys')}
        disabled={!state.canRedo}
        onClick={() => tool.redo()}
        icon={<Redo2 {...icon} />}
      />
    </span>
  )
}
