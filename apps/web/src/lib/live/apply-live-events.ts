import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Asset, ConfigPart, LiveEvent } from '@wardtrack/contracts'
import { type AssetPage, KEYS } from '../queries.ts'
import { patchAlerts } from './patch-alerts.ts'
import { assetKey, eventsByAsset, patchAsset, patchAssets } from './patch-asset.ts'

const affected: Readonly<Partial<Record<ConfigPart, readonly string[]>>> = {
  metadata: [KEYS.metadata, KEYS.image, KEYS.assetList, KEYS.asset],
  files: [KEYS.image],
  // A new image may rescale what is drawn on its map.
  maps: [KEYS.maps, KEYS.image, KEYS.geofences],
  geofences: [KEYS.geofences],
  settings: [KEYS.settings],
  privileges: [KEYS.access],
  tags: [KEYS.asset],
}

/** Query keys whose content a batch of events makes doubtful, beyond what can be patched in place. */
export function keysToInvalidate(events: readonly LiveEvent[]): QueryKey[] {
  return events.flatMap((each): QueryKey[] => {
    if (each.event === 'config.changed') return (affected[each.data.what] ?? []).map((key) => [key])
    if (each.event === 'geofence.alert') return [[KEYS.alerts]]
    if (each.event !== 'asset.changed') return []
    const { AssetType, AssetId } = each.data
    return [[KEYS.assetList], [KEYS.asset, AssetType, AssetId], [KEYS.links, AssetType, AssetId]]
  })
}

/** Writes what a batch says of positions, states and alerts into every cached list, asset and alert it concerns. */
export function patchCaches(client: QueryClient, events: readonly LiveEvent[]): void {
  patchAlerts(client, events)
  const byAsset = eventsByAsset(events)
  if (byAsset.size === 0) return
  client.setQueriesData<AssetPage>({ queryKey: [KEYS.assetList] }, (page) => {
    if (!page) return page
    const assets = patchAssets(page.assets, byAsset)
    return assets === page.assets ? page : { ...page, assets }
  })
  client.setQueriesData<Asset>({ queryKey: [KEYS.asset] }, (asset) =>
    asset ? (byAsset.get(assetKey(asset)) ?? []).reduce(patchAsset, asset) : asset,
  )
}
