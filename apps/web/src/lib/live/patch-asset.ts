import type { Asset, LiveEvent } from '@wardtrack/contracts'

/** Key of an asset among live events. */
export const assetKey = (asset: { AssetType: string; AssetId: string }): string =>
  `${asset.AssetType}:${asset.AssetId}`

/** Location and status events by asset, in their order. */
export function eventsByAsset(events: readonly LiveEvent[]): Map<string, LiveEvent[]> {
  const byAsset = new Map<string, LiveEvent[]>()
  for (const each of events) {
    if (each.event !== 'asset.location' && each.event !== 'asset.status') continue
    const key = assetKey(each.data)
    const list = byAsset.get(key)
    if (list) list.push(each)
    else byAsset.set(key, [each])
  }
  return byAsset
}

const newer = (candidate: string | undefined, known: string | undefined): boolean =>
  known === undefined || (candidate !== undefined && Date.parse(candidate) >= Date.parse(known))

/**
 * An asset with one live event applied. A location older than the known one changes nothing, and each field keeps
 * the value that was seen last: events may overtake each other on their way. Returns the same object when nothing
 * changed, so that nothing is drawn again.
 */
export function patchAsset(asset: Asset, live: LiveEvent): Asset {
  if (live.event === 'asset.location') {
    const next = live.data.CurrentLocation
    return newer(next.time, asset.CurrentLocation?.time) ? { ...asset, CurrentLocation: next } : asset
  }
  if (live.event !== 'asset.status') return asset
  const Fields: Record<string, unknown> = {}
  const FieldTimes: Record<string, string> = {}
  for (const [name, value] of Object.entries(live.data.Fields)) {
    const seen = live.data.FieldTimes[name]
    if (!newer(seen, asset.FieldTimes[name])) continue
    Fields[name] = value
    if (seen) FieldTimes[name] = seen
  }
  if (Object.keys(Fields).length === 0) return asset
  return {
    ...asset,
    Fields: { ...asset.Fields, ...Fields },
    FieldTimes: { ...asset.FieldTimes, ...FieldTimes },
  }
}

/** A list with the events of its assets applied; the same list when none concerned it. */
export function patchAssets(assets: Asset[], byAsset: Map<string, LiveEvent[]>): Asset[] {
  let changed = false
  const next = assets.map((asset) => {
    const patched = (byAsset.get(assetKey(asset)) ?? []).reduce(patchAsset, asset)
    if (patched !== asset) changed = true
    return patched
  })
  return changed ? next : assets
}
