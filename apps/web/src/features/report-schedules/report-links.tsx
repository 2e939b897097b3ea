import { PAGE_SETS } from '@wardtrack/contracts/pages'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { usePageTitles } from '../../lib/language.ts'
import styles from './report-schedules.module.css'

/** Every report that can be scheduled, by its route: the map of all assets has no rows. */
const ROUTES = PAGE_SETS.REPORT.filter((route) => route !== 'report/all-assets-map-view')

/** The ways to the reports that one may open, to schedule them there. */
export function ReportLinks() {
  return (
    <ul className={styles.reports}>
      {ROUTES.map((route) => (
        <ReportLink key={route} route={route} />
      ))}
    </ul>
  )
}

function ReportLink({ route }: { readonly route: string }) {
  const titleOf = usePageTitles()
  if (!useMayOpen(route)) return null
  return (
    <li>
      <Link to={`/${route}`}>{titleOf(route)}</Link>
    </li>
  )
}
