import { Segmented } from 'antd'
import { ArrowUpDown, MousePointer2, Spline } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { UndoButtons } from '../map-canvas/index.ts'
import type { LaneMode } from './drawing/lane-tool.ts'
import type { LaneDrawingState } from './use-lane-drawing.ts'

const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const
const modes = [
  { value: 'lane', Icon: Spline },
  { value: 'stop', Icon: ArrowUpDown },
  { value: 'select', Icon: MousePointer2 },
] as const

/** Choice of the mode, with undo, redo and save. */
export function LaneTools({ tool, state, isChanged, mode, setMode, saving }: LaneDrawingState) {
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
          // On a phone the labels are hidden, because mode, undo and save would otherwise need three rows.
          label: phone ? <span className="visually-hidden">{t(`mode.${value}`)}</span> : t(`mode.${value}`),
          icon: <Icon {...icon} />,
        }))}
      />
      <UndoButtons tool={tool} state={state} />
      <OnlineButton
        type="primary"
        disabled={!isChanged}
        loading={saving.isPending}
        onClick={() => {
          tool.finishLane()
          saving.mutate(tool.state.drawing)
        }}
      >
        {t('save')}
      </OnlineButton>
    </>
  )
}
