import type { StockState } from '@wardtrack/contracts'
import { Check, ChevronDown, ChevronUp, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ToneName } from '../../ui/state-looks.ts'
import { StateMark } from '../../ui/states.tsx'

const LOOKS: Readonly<Record<StockState, { readonly Icon: LucideIcon; readonly tone: ToneName }>> = {
  short: { Icon: TriangleAlert, tone: 'bad' },
  below: { Icon: ChevronDown, tone: 'warn' },
  at: { Icon: Check, tone: 'ok' },
  above: { Icon: ChevronUp, tone: 'quiet' },
}

/** State of a unit's stock against its level, as an icon and a word. */
export function StockStateMark({ state }: { readonly state: StockState }) {
  const { t } = useTranslation('par-levels')
  const { Icon, tone } = LOOKS[state]
  return (
    <StateMark
      icon={<Icon size={16} strokeWidth={2} aria-hidden />}
      word={t(`state.${state}`)}
      tone={tone}
      form="mark"
    />
  )
}
