import type { GeofenceAlert } from '@wardtrack/contracts'
import { BellRing, CircleCheck, Eye, LogIn, LogOut } from 'lucide-react'
import { dateTime } from '../../lib/time.ts'
import { FlashOnChange } from '../../ui/flash-on-change.tsx'
import { StateMark } from '../../ui/states.tsx'
import { ALERT_LOOKS, lastStep } from './alert-summary.ts'

const icons = { open: BellRing, acknowledged: Eye, resolved: CircleCheck } as const

/** New, Acknowledged or Resolved; who took the step is on hover. */
export function AlertState({ alert }: { readonly alert: GeofenceAlert }) {
  const { word, tone } = ALERT_LOOKS[alert.status]
  const Icon = icons[alert.status]
  const step = lastStep(alert)
  return (
    <span title={step ? `${word} by ${step.by}, ${dateTime(step.at)}` : undefined}>
      <FlashOnChange value={alert.status}>
        <StateMark
          icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
          word={word}
          tone={tone}
          form="chip"
        />
      </FlashOnChange>
    </span>
  )
}

/** Whether the fence was entered or left. */
export function AlertKind({ kind }: Pick<GeofenceAlert, 'kind'>) {
  const Icon = kind === 'Entry' ? LogIn : LogOut
  return (
    <StateMark icon={<Icon size={14} strokeWidth={2.1} aria-hidden />} word={kind} tone="quiet" form="mark" />
  )
}
