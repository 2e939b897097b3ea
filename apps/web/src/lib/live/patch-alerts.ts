import type { QueryClient } from '@tanstack/react-query'
import type { AlertStatus, GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { ALERTS_ON_A_PAGE, type AlertPage, type AlertSegment, changeCachedAlert } from '../alert-queries.ts'
import { KEYS } from '../queries.ts'
import { patchQuery } from './patch-query.ts'

const order: Readonly<Record<AlertStatus, number>> = { open: 0, acknowledged: 1, resolved: 2 }

/**
 * Returns the later state. Alerts only move forward, so an event resent after a loss must not restore an older state.
 */
const laterState = (known: GeofenceAlert, received: GeofenceAlert): GeofenceAlert =>
  order[received.status] < order[known.status] ? known : received

const holdsNew = (segment: AlertSegment): boolean => segment === 'open' || segment === 'all'

/** Returns true if a list's period, read from its query key, has no fixed end. */
const goesOnUntilNow = (period: unknown): boolean => typeof period === 'string' && !period.includes('~')

/** Inserts a new alert at the start of every first page that it belongs to and that has no text filter. */
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
 * Writes the alerts of a batch into every cached list and alert. An alert that no longer matches its list stays there
 * with its new status until the list is refetched a moment later. A row that vanished immediately would confuse
 * users.
 */
export function patchAlerts(client: QueryClient, events: readonly LiveEvent[]): void {
  for (const event of events) {
    if (event.event !== 'geofence.alert') continue
    const alert = event.data
    changeCachedAlert(client, alert.id, (known) => laterState(known, alert))
    if (alert.status === 'open') insertNew(client, alert)
  }
}
