import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { AlertStatus, Asset, ConfigPart, GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { ALERTS_ON_A_PAGE, type AlertPage, type AlertSegment, changeCachedAlert } from '../alert-queries.ts'
import { type AssetPage, KEYS } from '../queries.ts'
import { changesScope, type LiveScope, mayEnterScope } from './live-scope.ts'
import { type AssetEvent, assetKey, eventsByAsset, patchAsset, patchAssets } from './patch-asset.ts'
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
function patchAlerts(client: QueryClient, events: readonly LiveEvent[]): void {
  for (const event of events) {
    if (event.event !== 'geofence.alert') continue
    const alert = event.data
    changeCachedAlert(client, alert.id, (known) => laterState(known, alert))
    if (alert.status === 'open') insertNew(client, alert)
  }
}

const affected: Readonly<Partial<Record<ConfigPart, readonly string[]>>> = {
  metadata: [KEYS.metadata, KEYS.image, KEYS.assetList, KEYS.assetTable, KEYS.asset, KEYS.alerts, KEYS.alert],
  files: [KEYS.image],
  // A new image may change the scale of everything drawn on its map.
  maps: [KEYS.maps, KEYS.image, KEYS.geofences, KEYS.mapLanes, KEYS.setup],
  lanes: [KEYS.mapLanes, KEYS.nearest],
  geofences: [KEYS.geofences, KEYS.nearest, KEYS.reports],
  settings: [KEYS.settings, KEYS.audit],
  privileges: [KEYS.access, KEYS.privileges, KEYS.setup],
  audit: [KEYS.audit],
  tags: [KEYS.asset, KEYS.customTags],
  providers: [KEYS.providers],
  filters: [KEYS.savedFilters],
  reports: [KEYS.customReports, KEYS.dashboard],
  dashboard: [KEYS.dashboard],
  rules: [KEYS.rules],
  'par-levels': [KEYS.parLevels, KEYS.reports],
}

/** Report of geofence alerts and of alerts raised by rules. */
const ALERT_REPORT: QueryKey = [KEYS.reports, 'rtls-alert']

/** Returns the query keys that a batch of events invalidates because patching is not enough. */
export function keysToInvalidate(events: readonly LiveEvent[]): QueryKey[] {
  return events.flatMap((event): QueryKey[] => {
    if (event.event === 'config.changed') return (affected[event.data.what] ?? []).map((key) => [key])
    if (event.event === 'geofence.alert') return [[KEYS.alerts], ALERT_REPORT]
    if (event.event === 'notification') return [[KEYS.notifications], ALERT_REPORT]
    if (event.event !== 'asset.changed') return []
    const { AssetType, AssetId } = event.data
    return [
      [KEYS.assetList],
      [KEYS.assetTable],
      [KEYS.asset, AssetType, AssetId],
      [KEYS.links, AssetType, AssetId],
      ...(AssetType === 'Equipment' ? [[KEYS.nearest], [KEYS.assetCounts]] : []),
    ]
  })
}

/** Key prefixes of data in live events. A gap in the stream invalidates all of them. */
const LIVE_KEYS: readonly string[] = [
  KEYS.assetList,
  KEYS.assetTable,
  KEYS.asset,
  KEYS.links,
  KEYS.locationHistory,
  KEYS.statusHistory,
  KEYS.maps,
  KEYS.alerts,
  KEYS.alert,
  KEYS.notifications,
  KEYS.rules,
  KEYS.geofences,
  KEYS.settings,
  KEYS.metadata,
  KEYS.access,
  KEYS.privileges,
  KEYS.providers,
  KEYS.savedFilters,
  KEYS.customReports,
  KEYS.customTags,
  KEYS.nearest,
  KEYS.reports,
  KEYS.dashboard,
  KEYS.assetCounts,
]

/** Refetches the data that a gap in the stream may have made stale. Images and plans have their own events. */
export const rereadAfterGap = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => LIVE_KEYS.includes(String(queryKey[0])) })

/**
 * Adds new notifications to the count immediately; the count is refetched a moment later. Updates of a combined
 * notification have a count above 1 and are not added.
 */
function patchUnread(client: QueryClient, events: readonly LiveEvent[]): void {
  const added = events.filter(({ event, data }) => event === 'notification' && data.count === 1).length
  if (added === 0) return
  client.setQueryData<number>([KEYS.notifications, 'unread'], (unread) =>
    unread === undefined ? undefined : unread + added,
  )
}

type EventsByAsset = ReadonlyMap<string, readonly AssetEvent[]>

/** Returns true if the events may change the assets on a page of a list, or their order. */
function touchesPage(scope: LiveScope, before: AssetPage, after: AssetPage, byAsset: EventsByAsset): boolean {
  const known = new Set(before.assets.map(assetKey))
  if (before.assets.some((asset, index) => changesScope(scope, asset, after.assets[index]))) return true
  for (const [key, events] of byAsset)
    if (!known.has(key) && events.some(({ data }) => mayEnterScope(scope, data))) return true
  return false
}

const mayAffect = (scope: LiveScope, byAsset: EventsByAsset): boolean =>
  [...byAsset.values()].some((events) => events.some(({ data }) => mayEnterScope(scope, data)))

/**
 * Writes the positions, states and alerts of a batch into every cached list, asset and alert concerned. Queries whose
 * scope changes are passed to `reread`, because their result may contain other assets.
 */
export function patchCaches(
  client: QueryClient,
  events: readonly LiveEvent[],
  reread: (query: Query) => void = () => undefined,
): void {
  patchAlerts(client, events)
  patchUnread(client, events)
  const byAsset = eventsByAsset(events)
  if (byAsset.size === 0) return
  for (const query of client.getQueryCache().findAll()) {
    const scope = query.meta?.liveScope
    const [kind] = query.queryKey
    if (kind === KEYS.assetList) {
      const before = query.state.data as AssetPage | undefined
      patchQuery<AssetPage>(query, (page) => {
        const assets = patchAssets(page.assets, byAsset)
        return assets === page.assets ? page : { ...page, assets }
      })
      const after = query.state.data as AssetPage | undefined
      if (scope && before && after && touchesPage(scope, before, after, byAsset)) reread(query)
    } else if (kind === KEYS.asset)
      patchQuery<Asset>(query, (asset) => (byAsset.get(assetKey(asset)) ?? []).reduce(patchAsset, asset))
    else if (scope && mayAffect(scope, byAsset)) reread(query)
  }
}
