import type { Asset, ConfigPart, LiveEvent } from '@wardtrack/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { type AssetPage, KEYS } from '../queries.ts'
import { assetKey, eventsByAsset, patchAsset, patchAssets } from './patch-asset.ts'

const affected: Readonly<Partial<Record<ConfigPart, readonly string[]>>> = {
  metadata: [KEYS.metadata, KEYS.image, KEYS.assetList, KEYS.asset],
  files: [KEYS.image],
  maps: [KEYS.maps, KEYS.image],
  privileges: [KEYS.access],
  tags: [KEYS.asset],
}

/** Writes a batch of live events into the query cache: positions and states in place, the rest by asking again. */
export function applyEvents(client: QueryClient, events: readonly LiveEvent[]): void {
  patchCaches(client, eventsByAsset(events))
  const keys = new Set<string>()
  for (const each of events) {
    if (each.event === 'config.changed') for (const key of affected[each.data.what] ?? []) keys.add(key)
    if (each.event === 'asset.changed') {
      keys.add(KEYS.assetList)
      const { AssetType, AssetId } = each.data
      for (const key of [KEYS.asset, KEYS.links])
        void client.invalidateQueries({ queryKey: [key, AssetType, AssetId] })
    }
  }
  for (const key of keys) void client.invalidateQueries({ queryKey: [key] })
}

function patchCaches(client: QueryClient, byAsset: Map<string, LiveEvent[]>): void {
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
