import type { QueryClient } from '@tanstack/react-query'
import type { AlertStatus, GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { ALERTS_ON_A_PAGE, type AlertPage, type AlertSegment, changeCachedAlert } from '../alert-queries.ts'
import { KEYS } from '../queries.ts'
import { patchQuery } from './patch-query.ts'

const order: Readonly<Record<AlertStatus, number>> = { open: 0, acknowledged: 1, resolved: 2 }

/** Alerts go forward only: an event that was sent again after a loss must not bring an older state back. */
const laterState = (known: GeofenceAlert, received: GeofenceAlert): GeofenceAlert =>
  order[received.status] < order[known.status] ? known : received

const holdsNew = (segment: AlertSegment): boolean => segment === 'open' || segment === 'all'

/** Whether a list goes on until now, as its key tells: a period between two moments is over or was chosen to end. */
const goesOnUntilNow = (period: unknown): boolean => typeof period === 'string' && !period.includes('~')

/** Puts a new alert at the head of every first page that it belongs to and that no text filters. */
function insertNew(client: QueryClient, alert: GeofenceAlert): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [KEYS.alerts, 'list'] })) {
    const [, , segment, search, page, period] = query.queryKey
    if (search !== '' || page !== 1 || !goesOnUntilNow(period)) continue
    if (!holdsNew(segment as AlertSegment)) continue
    patchQuery<AlertPage>(query, (known) => {
      if (known.fetchedAlerts.some(({ id }) => id === alert.id)) return known
      const fetchedAlerts = [alert, ...known.fetchedAlerts].slice(0, ALERTS_ON_A_PAGE)
      return { ...known, fetchedAlerts, totalAlerts: known.totalAlerts + 1 }
    })
  }
}

/**
 * Writes the alerts of a batch into every cached list and alert. An alert that no longer belongs into its list stays
 * there in its new state until the list is read again, a moment later: a row that vanishes at once is not understood.
 */
export function patchAlerts(client: QueryClient, events: readonly LiveEvent[]): void {
  for (const event of events) {
    if (event.event !== 'geofence.alert') continue
    const alert = event.data
    changeCachedAlert(client, alert.id, (known) => laterState(known, alert))
    if (alert.status === 'open') insertNew(client, alert)
  }
}
