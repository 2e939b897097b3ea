import type { Asset, LiveEvent, LivePayloads, Location } from '@wardtrack/contracts'
import { isAsLateAs } from '../time.ts'

/** Key of an asset among live events. */
export const assetKey = (asset: { AssetType: string; AssetId: string }): string =>
  `${asset.AssetType}:${asset.AssetId}`

/** A live event about the place or the states of one asset. */
export type AssetEvent = Extract<LiveEvent, { event: 'asset.location' | 'asset.status' }>

/** Location and status events by asset, in their order. */
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

/** Whether a time is at least as late as the known one; events may overtake each other on their way. */
export const isNewer = (candidate: string | undefined, known: string | undefined): boolean =>
  known === undefined || (candidate !== undefined && isAsLateAs(candidate, known))

/** Whether a position replaces the known one. */
export const isNewerLocation = (candidate: Location, known: Location | undefined): boolean =>
  isNewer(candidate.time, known?.time)

/** Fields with the times at which they were seen. */
export type TimedFields = Pick<LivePayloads['asset.status'], 'Fields' | 'FieldTimes'>

/**
 * The fields of `candidate` that were seen no earlier than the known ones. Undefined when there are none.
 * @param knownTimes when each known field was seen, by name
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
 * An asset with one live event applied. A location older than the known one changes nothing, and each field keeps
 * the value that was seen last. Returns the same object when nothing changed, so that nothing is drawn again.
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

/** A list with the events of its assets applied; the same list when none concerned it. */
export function patchAssets(assets: Asset[], byAsset: ReadonlyMap<string, AssetEvent[]>): Asset[] {
  let changed = false
  const next = assets.map((asset) => {
    const patched = (byAsset.get(assetKey(asset)) ?? []).reduce(patchAsset, asset)
    if (patched !== asset) changed = true
    return patched
  })
  return changed ? next : assets
}

/** Live events may overtake an answer that is on its way: what they brought and is strictly newer stays. */
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
