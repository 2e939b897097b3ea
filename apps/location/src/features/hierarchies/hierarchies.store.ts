import type { LevelQuestion, Levels } from '@wardtrack/contracts'
import { type Database, INTERNAL, type PlaceDoc, settingId, Types, trusted } from '@wardtrack/database'
import type { PlaceLookup } from '@wardtrack/places'

/** Returns the titles of the existing levels, as named in the settings. */
export async function levelTitles(db: Database): Promise<Levels> {
  const { places, settings } = db.models
  const [deepest, setting] = await Promise.all([
    places.findOne({ provider: INTERNAL }).sort({ Depth: -1 }),
    settings.findOne({ _id: settingId('Location', 'Titles') }),
  ])
  return Object.fromEntries(
    Array.from({ length: deepest?.Depth ?? 0 }, (_, index) => {
      const stored: unknown = setting?.Fields[`Level_${index + 1}`]
      const title = typeof stored === 'string' && stored.trim() !== '' ? stored : `Level ${index + 1}`
      return [`Level_${index + 1}`, title]
    }),
  )
}

/** Returns the distinct values of a level among the places below the chosen values, sorted by code point. */
export async function levelOptions(db: Database, { wanted, above }: LevelQuestion): Promise<string[]> {
  const deepest = above.at(-1)
  const values = await db.models.places.distinct(`fullName.${wanted - 1}`, {
    provider: INTERNAL,
    // The index holds the values of all levels without the level: it narrows the search, and the conditions per level
    // decide.
    ...(deepest ? { fullName: deepest.value } : {}),
    ...Object.fromEntries(above.map(({ level, value }) => [`fullName.${level - 1}`, value])),
  })
  return values.filter((value) => typeof value === 'string')
}

/** Finds an internal place by its hierarchyId. */
export const findInternalPlace = async (db: Database, hierarchyId: string): Promise<PlaceDoc | null> =>
  db.models.places.findOne({ provider: INTERNAL, hierarchyId })

/** Finds an internal place by its hierarchyId, or else by its internal id. */
export async function findPlaceByEitherId(db: Database, id: string): Promise<PlaceDoc | null> {
  const place = await findInternalPlace(db, id)
  if (place || !/^[\da-f]{24}$/i.test(id)) return place
  return db.models.places.findOne({ _id: new Types.ObjectId(id), provider: INTERNAL })
}

/** Returns every place of the internal hierarchy. */
export const findInternalPlaces = async (db: Database): Promise<PlaceDoc[]> =>
  db.models.places.find({ provider: INTERNAL })

/** Returns the places of a provider, or of all providers; the internal hierarchy belongs to no provider. */
export async function findProviderPlaces(db: Database, provider: string | undefined): Promise<PlaceDoc[]> {
  if (provider === INTERNAL) return []
  return db.models.places.find({ provider: provider ?? trusted({ $ne: INTERNAL }) })
}

/** Returns the sorted names of enabled providers that are configured to provide maps and hierarchy. */
export async function hierarchyProviders(db: Database): Promise<string[]> {
  const range = trusted({ $gte: settingId('Provider', ''), $lt: 'provider0' })
  const settings = await db.models.settings.find({ _id: range }).sort({ _id: 1 })
  return settings
    .filter(({ Fields }) => Fields['Enabled'] !== false && Fields['HierarchyProvider'] === true)
    .map(({ SubType }) => SubType.toLowerCase())
}

/** Adds the depth to places that were stored without it; safe to repeat. */
export async function addMissingDepths(db: Database): Promise<void> {
  const places = await db.models.places.find({ Depth: trusted({ $exists: false }) }).select({ fullName: 1 })
  const updates = places.map(({ _id, fullName }) => ({
    updateOne: { filter: { _id }, update: { $set: { Depth: fullName.length } } },
  }))
  if (updates.length > 0) await db.models.places.bulkWrite(updates)
}

/** Adds the image that a scaling counts in to mappings of earlier versions: the map's current one. */
export async function addMissingImageSizes(db: Database, lookup: PlaceLookup): Promise<void> {
  const places = await db.models.places
    .find({ provider: INTERNAL, MappingKeys: trusted({ $exists: true }) })
    .select({ hierarchyId: 1, mappings: 1 })
  const updates = places.flatMap(({ _id, hierarchyId, mappings = {} }) => {
    const map = lookup.map(lookup.place(hierarchyId)?.mapId ?? '')
    if (!map) return []
    const imageSize = map.imageSize ?? ''
    return Object.entries(mappings)
      .filter(([, mapping]) => mapping.imageSize === undefined)
      .map(([provider]) => {
        const member = `mappings.${provider}.imageSize`
        return {
          updateOne: {
            filter: { _id, [member]: { $exists: false } },
            update: { $set: { [member]: imageSize } },
          },
        }
      })
  })
  // driver: names single members of mappings by provider, before the process serves requests
  if (updates.length > 0) await db.driver.places.bulkWrite(updates)
}
