import type { LeftOutReason } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'

type Counts = Readonly<Record<LeftOutReason, number>>

const REASONS: readonly LeftOutReason[] = [
  'infusing',
  'claimed',
  'lowBattery',
  'unclean',
  'offline',
  'notSeen',
  'unplaced',
]

/** Formats why other equipment is not available: `3 infusing, 2 low battery`; empty if none is left out. */
export const leftOutText = (counts: Counts): string =>
  REASONS.filter((reason) => counts[reason] > 0)
    .map((reason) => translate(`nearest:leftOut.${reason}`, { count: counts[reason] }))
    .join(', ')

/** {@link leftOutText} as a line. */
export function LeftOut({
  counts,
  className,
}: {
  readonly counts: Counts
  readonly className?: string | undefined
}) {
  const { t } = useTranslation('nearest')
  const reasons = leftOutText(counts)
  return reasons === '' ? null : <p className={className}>{t('others', { reasons })}</p>
}
