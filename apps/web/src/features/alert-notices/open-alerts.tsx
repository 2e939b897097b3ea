import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { alertCountQuery } from '../../lib/alert-queries.ts'
import { ANY_TIME } from '../../lib/date-range.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import styles from './open-alerts.module.css'

const EVERY_OPEN = { segment: 'open', search: '', range: ANY_TIME } as const

/** Returns the number of open alerts; undefined without permission and while unknown. */
function useOpenAlerts(): number | undefined {
  const may = useMayOpen('geofence-alerts')
  const { data } = useQuery({ ...alertCountQuery(EVERY_OPEN), enabled: may })
  return may ? data : undefined
}

/** Number in the menu and on the bell: white on red; renders nothing if there are none. */
export function OpenAlertsCount({ corner = false }: { readonly corner?: boolean }) {
  const open = useOpenAlerts()
  if (!open) return null
  return (
    <span className={`${styles.count} ${corner ? styles.corner : ''}`}>
      {open > 99 ? '99+' : open}
      <span className="visually-hidden"> {translate('alert-notices:openWord')}</span>
    </span>
  )
}

/** Bell in the header that opens the list of open alerts. */
export function AlertBell() {
  const open = useOpenAlerts()
  if (open === undefined) return null
  const label =
    open === 0 ? translate('alert-notices:noneOpen') : translate('alert-notices:open', { count: open })
  return (
    <Link to="/geofence-alerts" className={styles.bell} aria-label={label} title={label}>
      <Bell size={18} strokeWidth={1.8} aria-hidden />
      <OpenAlertsCount corner />
    </Link>
  )
}
