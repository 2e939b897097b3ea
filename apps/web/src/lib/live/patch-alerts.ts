import type { QueryClient } from '@tanstack/react-query'
import type { AlertStatus, GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { ALERTS_ON_A_PAGE, type AlertPage, type AlertSegment, changeCachedAlert } from '../alert-queries.ts'
import { KEYS } from '../queries.ts'

const order: Readonly<Record<AlertStatus, number>> = { open: 0, acknowledged: 1, resolved: 2 }

/** Alerts go forward only: an event that was sent again after a loss must not bring an older state back. */
const later = (known: GeofenceAlert, told: GeofenceAlert): GeofenceAlert =>
  order[told.status] < order[known.status] ? known : told

const holdsNew = (segment: AlertSegment): boolean => segment === 'open' || segment === 'all'

/** Puts a new alert at the head of every first page that it belongs to and that no text filters. */
function insertNew(client: QueryClient, alert: GeofenceAlert): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: [KEYS.alerts, 'list'] })) {
    const [, , segment, filter, page] = queryKey
    if (filter !== '' || page !== 1 || !holdsNew(segment as AlertSegment)) continue
    client.setQueryData<AlertPage>(queryKey, (known) => {
      if (!known || known.fetchedAlerts.some(({ id }) => id === alert.id)) return known
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
  for (const each of events) {
    if (each.event !== 'geofence.alert') continue
    const alert = each.data
    changeCachedAlert(client, alert.id, (known) => later(known, alert))
    if (alert.status === 'open') insertNew(client, alert)
  }
}
