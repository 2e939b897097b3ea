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

/** How a unit stands to its level, in a word with its picture. */
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
