import type { ServiceParts } from '@wardtrack/access'
import type { HierarchyItem } from '@wardtrack/contracts'
import {
  type Database,
  INTERNAL,
  isDuplicateKey,
  type PlaceDoc,
  type PlaceOutline,
  placeKey,
  trusted,
} from '@wardtrack/database'
import { type ItemRefusal, isRefusal, type Outcome, refuseItem } from '@wardtrack/ingestion'
import type { FeedDelivery } from '@wardtrack/outbound'
import { publishPlacesChanged } from '@wardtrack/places'
import { findPathChanges, type PathChange, type PlaceChanges } from '../place-changes/index.ts'
import { mapValues, NEW_MAP, providerOf, type ValidPlace } from './ingested-place.ts'
import { readOutlines } from './place-outlines.ts'

/** Name of the sender of places in the jobs that follow their changes. */
const SENDER = 'ingestion'

/**
 * Creates the writer of places and their maps. Given members are replaced, others are kept. Places below a renamed or
 * moved one follow it.
 */
export function createHierarchyWriter(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'limits'>,
  placeChanges: PlaceChanges,
  delivery?: Pick<FeedDelivery, 'add'>,
) {
  const { db, limits } = parts
  return async (items: readonly ValidPlace[]): Promise<Outcome[]> => {
    const mapIds = await mapIdsOf(db, items)
    const beyondLimit = await findBeyondLimit(db, items, limits.places)
    const refusals = items.map((validItem, index): ItemRefusal | undefined => {
      if (beyondLimit.has(validItem)) return refuseItem('hierarchyId', 'validation', 'Place limit reached.')
      if (validItem.item.map === undefined || mapIds[index] !== undefined) return undefined
      return refuseItem('mapId', 'validation', 'A map needs its mapId.')
    })
    const takeable = items.flatMap((validItem, index) =>
      refusals[index] ? [] : [{ validItem, mapId: mapIds[index] }],
    )
    const outlines = await readOutlines(db, takeable)
    const outcomes = items.map((validItem, index): Outcome => {
      const outline = outlines.get(validItem)
      return refusals[index] ?? (isRefusal(outline) ? outline : 'accepted')
    })
    const validItems = items.filter((_, index) => !isRefusal(outcomes[index]))
    if (validItems.length === 0) return outcomes
    // Maps are written first, because a place must never name a missing map.
    const maps = items.flatMap((validItem, index) => {
      const mapId = mapIds[index]
      const wanted = !isRefusal(outcomes[index]) && mapId !== undefined && providerOf(validItem) === INTERNAL
      return wanted ? [mapUpsert(mapId, validItem.item)] : []
    })
    const writes = validItems.map((validItem) => placeUpsert(validItem, outlines.get(validItem)))
    // driver: as below, for their maps
    if (maps.length > 0) await retryDuplicateOnce(() => db.driver.maps.bulkWrite(maps, { ordered: true }))
    const changes = await findPathChanges(db, internalPaths(validItems))
    const pushed = new Set(validItems.map(keyOf))
    const followers = changes.filter(({ hierarchyId }) => !pushed.has(placeKey(INTERNAL, hierarchyId)))
    const store = async (): Promise<void> => {
      // driver: a hierarchy of thousands of places is one write, and a model would cast them one by one
      const updates = [...writes, ...followers.map(followerUpdate)]
      await retryDuplicateOnce(() => db.driver.places.bulkWrite(updates, { ordered: true }))
      await delivery?.add([...pushed, ...followers.map(({ hierarchyId }) => placeKey(INTERNAL, hierarchyId))])
      await publishPlacesChanged(parts)
    }
    await placeChanges.apply(changes, store, SENDER)
    return outcomes
  }
}

const keyOf = (validItem: ValidPlace): string => placeKey(providerOf(validItem), validItem.item.hierarchyId)

/** Returns the paths of the internal places; of a place that was sent twice, the last one. */
const internalPaths = (validItems: readonly ValidPlace[]) =>
  validItems.filter((validItem) => providerOf(validItem) === INTERNAL).map(({ item }) => item)

/** The old path is a condition: a place that another request moved meanwhile does not follow. */
const followerUpdate = ({ hierarchyId, from, to }: PathChange) => ({
  updateOne: {
    filter: { provider: INTERNAL, hierarchyId, fullName: [...from] },
    update: { $set: { fullName: to, Depth: to.length } },
  },
})

/** Retries once after a duplicate key: when two requests create the same document, the retry finds it. */
const retryDuplicateOnce = async (write: () => Promise<unknown>): Promise<void> => {
  await write().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    return write()
  })
}

/** Finds the items that would exceed the maximum number of places. */
async function findBeyondLimit(
  db: Database,
  items: readonly ValidPlace[],
  maxPlaces: number,
): Promise<ReadonlySet<ValidPlace>> {
  const count = await db.models.places.countDocuments({})
  if (count + items.length <= maxPlaces) return new Set()
  const stored = await db.models.places.find({
    hierarchyId: trusted({ $in: items.map(({ item }) => item.hierarchyId) }),
  })
  const known = new Set(stored.map((place) => placeKey(place.provider, place.hierarchyId)))
  let room = maxPlaces - count
  return new Set(
    items.filter((validItem) => {
      const key = placeKey(providerOf(validItem), validItem.item.hierarchyId)
      if (known.has(key)) return false
      if (room <= 0) return true
      room -= 1
      known.add(key)
      return false
    }),
  )
}

/** Returns the map of each item: its own, or for an item with a `map` but no mapId the one its place already has. */
async function mapIdsOf(db: Database, items: readonly ValidPlace[]): Promise<(string | undefined)[]> {
  const withoutMapId = items.filter(({ item }) => item.map !== undefined && item.mapId === undefined)
  if (withoutMapId.length === 0) return items.map(({ item }) => item.mapId)
  const stored = await db.models.places.find({
    hierarchyId: trusted({ $in: withoutMapId.map(({ item }) => item.hierarchyId) }),
  })
  const known = new Map(stored.map((place) => [placeKey(place.provider, place.hierarchyId), place.mapId]))
  return items.map(
    (validItem) =>
      validItem.item.mapId ??
      known.get(placeKey(providerOf(validItem), validItem.item.hierarchyId)) ??
      undefined,
  )
}

function placeUpsert(validItem: ValidPlace, outline: PlaceOutline | ItemRefusal | undefined) {
  const { hierarchyId, fullName, mapId, outline: pushed } = validItem.item
  const values: Partial<PlaceDoc> = {
    fullName,
    Depth: fullName.length,
    ...(mapId === undefined ? {} : { mapId }),
    ...(outline === undefined || isRefusal(outline) ? {} : { outline }),
  }
  return {
    updateOne: {
      filter: { provider: providerOf(validItem), hierarchyId },
      update: {
        $set: values,
        ...(mapId === undefined ? { $setOnInsert: { mapId: null } } : {}),
        ...(pushed === null ? { $unset: { outline: '' as const } } : {}),
      },
      upsert: true,
    },
  }
}

function mapUpsert(mapId: string, item: HierarchyItem) {
  const values = mapValues(item)
  const defaults = { name: item.fullName.at(-1) ?? mapId, ...NEW_MAP }
  const onInsert = Object.fromEntries(Object.entries(defaults).filter(([member]) => !(member in values)))
  return {
    updateOne: {
      filter: { _id: mapId },
      update: { ...(Object.keys(values).length > 0 ? { $set: values } : {}), $setOnInsert: onInsert },
      upsert: true,
    },
  }
}
