import type { AuditEntryAnswer } from '@wardtrack/contracts'
import { CircleCheck, CircleX } from 'lucide-react'
import { translate } from '../../lib/i18n/i18n.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { StateMark } from '../../ui/states.tsx'
import styles from './audit.module.css'

const patientsOf = ({ details }: AuditEntryAnswer): string => {
  const count = details?.['patients']
  return typeof count === 'number' && count > 0 ? String(count) : MISSING
}

/** Number of digits at the end of an id that distinguish entries. */
const TOLD_DIGITS = 6

const targetText = ({ type, id }: NonNullable<AuditEntryAnswer['target']>): string =>
  id.length > TOLD_DIGITS * 2 ? `${type} …${id.slice(-TOLD_DIGITS)}` : `${type} ${id}`

/** Returns the columns of the audit log in the current language. */
export const auditColumns = (): DataColumn<AuditEntryAnswer>[] => [
  { title: translate('audit:column.time'), cell: ({ time }) => dateTime(time), onPhone: 'end', width: 172 },
  {
    title: translate('audit:column.person'),
    cell: ({ actor }) => actor || translate('audit:nobody'),
    onPhone: 'main',
  },
  {
    title: translate('audit:column.action'),
    cell: ({ action }) => <span className={styles.actionText}>{action}</span>,
    mono: true,
    onPhone: 'wide',
  },
  {
    title: translate('audit:column.target'),
    cell: ({ target }) => (target ? <span title={target.id}>{targetText(target)}</span> : MISSING),
    onPhone: 'hidden',
  },
  { title: translate('audit:column.outcome'), cell: (entry) => <Outcome entry={entry} /> },
  { title: translate('audit:column.patients'), cell: patientsOf, onPhone: 'hidden' },
  { title: translate('audit:column.address'), cell: ({ address }) => address || MISSING },
  { title: translate('audit:column.number'), cell: ({ seq }) => seq, onPhone: 'hidden' },
]

function Outcome({ entry: { outcome, status } }: { readonly entry: AuditEntryAnswer }) {
  const isOk = outcome === 'ok'
  const Icon = isOk ? CircleCheck : CircleX
  return (
    <StateMark
      icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
      word={isOk ? translate('audit:outcome.ok') : translate('audit:outcome.refused', { status })}
      tone={isOk ? 'ok' : 'bad'}
      form="mark"
    />
  )
}
