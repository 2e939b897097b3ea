import { Button, Segmented } from 'antd'
import { ArrowUpDown, MousePointer2, Redo2, Spline, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import type { LaneMode } from '../../map-engine/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './lane-editor.module.css'
import type { LaneDrawingState } from './use-lane-drawing.ts'

const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const
const modes = [
  { value: 'lane', Icon: Spline },
  { value: 'stop', Icon: ArrowUpDown },
  { value: 'select', Icon: MousePointer2 },
] as const

/** What a click draws, back and forth in what was drawn, and saving it. */
export function LaneTools({ tool, state, mode, setMode, saving }: LaneDrawingState) {
  const { t } = useTranslation('lane-editor')
  const phone = usePhone()
  return (
    <>
      <Segmented<LaneMode>
        aria-label={t('modeLabel')}
        size={phone ? 'large' : 'middle'}
        value={mode}
        onChange={setMode}
        options={modes.map(({ value, Icon }) => ({
          value,
          // With words beside them, what is drawn, undo and saving take three rows.
          label: phone ? <span className="visually-hidden">{t(`mode.${value}`)}</span> : t(`mode.${value}`),
          icon: <Icon {...icon} />,
        }))}
      />
      <span className={styles.steps}>
        <Button
          type="text"
          aria-label={t('undo')}
          title={t('undoKeys')}
          disabled={!state.canUndo}
          onClick={() => tool.editing.undo()}
          icon={<Undo2 {...icon} />}
        />
        <Button
          type="text"
          aria-label={t('redo')}
          title={t('redoKeys')}
          disabled={!state.canRedo}
          onClick={() => tool.editing.redo()}
          icon={<Redo2 {...icon} />}
        />
      </span>
      <OnlineButton
        type="primary"
        disabled={!state.isChanged}
        loading={saving.isPending}
        onClick={() => {
          tool.editing.finishLane()
          saving.mutate(tool.editing.state.drawing)
        }}
      >
        {t('save')}
      </OnlineButton>
    </>
  )
}
