import type { ScalingState as State } from '@wardtrack/contracts'
import { CircleAlert, CircleCheck, CircleDashed, CirclePower } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ToneName } from '../../ui/state-looks.ts'
import { type StateForm, StateMark } from '../../ui/states.tsx'

const LOOKS: Readonly<Record<State, { tone: ToneName; Icon: typeof CircleCheck }>> = {
  off: { tone: 'off', Icon: CirclePower },
  'below-threshold': { tone: 'quiet', Icon: CircleDashed },
  'in-use': { tone: 'ok', Icon: CircleCheck },
  unavailable: { tone: 'bad', Icon: CircleAlert },
}

/** State of Redis or Kafka: off, below threshold, in use or unavailable. */
export function ScalingState({ state, form = 'chip' }: { readonly state: State; readonly form?: StateForm }) {
  const { t } = useTranslation('scaling')
  const words = {
    off: t('state.off'),
    'below-threshold': t('state.belowThreshold'),
    'in-use': t('state.inUse'),
    unavailable: t('state.unavailable'),
  } as const
  const { tone, Icon } = LOOKS[state]
  return (
    <StateMark
      icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
      word={words[state]}
      tone={tone}
      form={form}
    />
  )
}
