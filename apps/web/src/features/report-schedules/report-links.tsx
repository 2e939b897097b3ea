import { PAGE_SETS } from '@wardtrack/contracts/pages'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { usePageTitles } from '../../lib/language.ts'
import styles from './report-schedules.module.css'

/** Routes of the reports that can be scheduled. The map of all assets is left out because it has no rows. */
const ROUTES = PAGE_SETS.REPORT.filter((route) => route !== 'report/all-assets-map-view')

/** Links to the reports that the user may open, to schedule them there. */
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
