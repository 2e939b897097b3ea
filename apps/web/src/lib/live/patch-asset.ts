import type { Asset, LiveEvent, LivePayloads, Location } from '@wardtrack/contracts'
import { isAsLateAs } from '../time.ts'

/** Returns the key of an asset among live events. */
export const assetKey = (asset: { AssetType: string; AssetId: string }): string =>
  `${asset.AssetType}:${asset.AssetId}`

/** A live event about the place or the states of one asset. */
export type AssetEvent = Extract<LiveEvent, { event: 'asset.location' | 'asset.status' }>

/** Groups location and status events by asset, in their order. */
export function eventsByAsset(events: readonly LiveEvent[]): Map<string, AssetEvent[]> {
  const byAsset = new Map<string, AssetEvent[]>()
  for (const event of events) {
    if (event.event !== 'asset.location' && event.event !== 'asset.status') continue
    const key = assetKey(event.data)
    const known = byAsset.get(key)
    if (known) known.push(event)
    else byAsset.set(key, [event])
  }
  return byAsset
}

/** True if a time is at least as late as the known one. Events may arrive out of order. */
export const isNewer = (candidate: string | undefined, known: string | undefined): boolean =>
  known === undefined || (candidate !== undefined && isAsLateAs(candidate, known))

/** True if a position replaces the known one. */
export const isNewerLocation = (candidate: Location, known: Location | undefined): boolean =>
  isNewer(candidate.time, known?.time)

/** Fields with the times of their values. */
export type TimedFields = Pick<LivePayloads['asset.status'], 'Fields' | 'FieldTimes'>

/**
 * Returns the fields of `candidate` that are not older than the known ones; undefined if there are none.
 * @param knownTimes time of each known field, by name
 */
export function newerFields(
  candidate: TimedFields,
  knownTimes: Readonly<Record<string, string>>,
): TimedFields | undefined {
  const names = Object.keys(candidate.Fields).filter((name) =>
    isNewer(candidate.FieldTimes[name], knownTimes[name]),
  )
  if (names.length === 0) return undefined
  const newer: TimedFields = { Fields: {}, FieldTimes: {} }
  for (const name of names) {
    newer.Fields[name] = candidate.Fields[name]
    const seenAt = candidate.FieldTimes[name]
    if (seenAt) newer.FieldTimes[name] = seenAt
  }
  return newer
}

/**
 * Applies one live event to an asset. An older location changes nothing, and each field keeps its latest value.
 * Returns the same object without changes, so that nothing is rendered again.
 */
export function patchAsset(asset: Asset, live: AssetEvent): Asset {
  if (live.event === 'asset.location') {
    const { CurrentLocation } = live.data
    return isNewerLocation(CurrentLocation, asset.CurrentLocation) ? { ...asset, CurrentLocation } : asset
  }
  const newer = newerFields(live.data, asset.FieldTimes)
  if (!newer) return asset
  return {
    ...asset,
    Fields: { ...asset.Fields, ...newer.Fields },
    FieldTimes: { ...asset.FieldTimes, ...newer.FieldTimes },
  }
}

/** Applies events to the assets of a list; returns the same list if no event concerned it. */
export function patchAssets(assets: Asset[], byAsset: ReadonlyMap<string, AssetEvent[]>): Asset[] {
  let changed = false
  const next = assets.map((asset) => {
    const patched = (byAsset.get(assetKey(asset)) ?? []).reduce(patchAsset, asset)
    if (patched !== asset) changed = true
    return patched
  })
  return changed ? next : assets
}

/** Merges a response with live events that arrived during the request. Strictly newer live values are kept. */
export function keepNewerState(before: Asset | undefined, read: Asset): Asset {
  if (!before || before === read) return read
  const overtaken = Object.keys(before.FieldTimes).filter(
    (name) => !isNewer(read.FieldTimes[name], before.FieldTimes[name]),
  )
  const place = before.CurrentLocation
  const moved = place !== undefined && !isNewer(read.CurrentLocation?.time, place.time)
  if (overtaken.length === 0 && !moved) return read
  const next: Asset = { ...read, Fields: { ...read.Fields }, FieldTimes: { ...read.FieldTimes } }
  if (moved) next.CurrentLocation = place
  for (const name of overtaken) {
    const seenAt = before.FieldTimes[name]
    if (!seenAt) continue
    next.Fields[name] = before.Fields[name]
    next.FieldTimes[name] = seenAt
  }
  return next
}
