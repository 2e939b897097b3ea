import type { CustomReport } from '@wardtrack/contracts'
import { REPORT_TYPE_PAGES } from '@wardtrack/contracts/custom-report-choices'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { reportIcon } from '../../ui/report-icons.ts'
import styles from './custom-reports.module.css'

/** Icon and name of a report, linked for users who may open it, with the description below. */
export function ReportName({
  report: { _id, Name, Description, Type, Icons },
}: {
  readonly report: CustomReport
}) {
  const page = REPORT_TYPE_PAGES[Type]
  const mayOpen = useMayOpen(page)
  const Icon = reportIcon(Icons)
  return (
    <span className={styles.name}>
      <Icon size={18} strokeWidth={1.8} aria-hidden />
      <span>
        {mayOpen ? <Link to={`/${page}/${_id}`}>{Name}</Link> : Name}
        <small>{Description}</small>
      </span>
    </span>
  )
}
