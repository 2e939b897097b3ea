import type { GeofenceAlert } from '@wardtrack/contracts'
import { BellRing, CircleCheck, Eye, LogIn, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../lib/time.ts'
import { FlashOnChange } from '../../ui/flash-on-change.tsx'
import { StateMark } from '../../ui/states.tsx'
import { ALERT_TONES, lastStep } from '../alert-notices/index.ts'

const icons = { open: BellRing, acknowledged: Eye, resolved: CircleCheck } as const

/** Status of an alert: New, Acknowledged or Resolved. A tooltip names the user who took the step. */
export function AlertState({ alert }: { readonly alert: GeofenceAlert }) {
  const { t } = useTranslation('alerts')
  const word = t(`status.${alert.status}`)
  const Icon = icons[alert.status]
  const step = lastStep(alert)
  return (
    <span
      title={step ? t('statusByAt', { status: word, name: step.by, time: dateTime(step.at) }) : undefined}
    >
      <FlashOnChange value={alert.status}>
        <StateMark
          icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
          word={word}
          tone={ALERT_TONES[alert.status]}
          form="chip"
        />
      </FlashOnChange>
    </span>
  )
}

/** Kind of the alert: entry into the geofence or exit from it. */
export function AlertKind({ kind }: Pick<GeofenceAlert, 'kind'>) {
  const { t } = useTranslation('alerts')
  const Icon = kind === 'Entry' ? LogIn : LogOut
  return (
    <StateMark
      icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
      word={t(`kind.${kind}`)}
      tone="quiet"
      form="mark"
    />
  )
}
