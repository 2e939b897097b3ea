import { tagIdKey, type UnassignedTag } from '@wardtrack/contracts'
import {
  type Database,
  INTERNAL,
  levelsOf,
  type MapDoc,
  type PlaceDoc,
  placeKey,
  tagKey,
  trusted,
  type UnresolvedDoc,
} from '@wardtrack/database'

/** Maximum number of newest positions of unknown tags that are searched: older tags were not seen recently. */
const LATEST = 2_000

/** Prefix of the subject of a tag's event. */
const TAG_PREFIX = 'tag:'

type SeenTag = { Provider: string; TagId: string; time: Date; item: SeenItem }
type SeenItem = { tagId?: string; mapId?: string; hierarchyId?: string; monitorId?: string }

/** Finds location tags without an asset, last seen first. @param question `search`: text in the id */
export async function findUnassignedTags(
  db: Database,
  { search = '', limit }: { search?: string | undefined; limit: number },
): Promise<UnassignedTag[]> {
  const events = await db.models.unresolved
    .find({ kind: 'location', subjectKey: trusted({ $gte: 'tag:', $lt: 'tag;' }) })
    .sort({ time: -1 })
    .limit(LATEST)
  const searchedTexts = [search.toLowerCase(), tagIdKey(search)]
  const seen = events
    .map(toSeenTag)
    .filter(({ TagId }) =>
      [TagId.toLowerCase(), tagIdKey(TagId)].some((id) => searchedTexts.some((text) => id.includes(text))),
    )
  const tags = (await withoutCarried(db, seen)).slice(0, limit)
  const places = await readPlaces(db, tags)
  const maps = await readMaps(db, tags, places)
  return tags.map((tag) => toAnswer(tag, places, maps))
}

/** Returns the tags that were seen while unassigned. @param keys see `tagKey` */
export async function seenTags(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const subjectKeys = keys.map((key) => `${TAG_PREFIX}${key}`)
  const seen = await db.models.unresolved.distinct('subjectKey', {
    kind: 'location',
    subjectKey: trusted({ $in: subjectKeys }),
  })
  return new Set(seen.map((subjectKey) => String(subjectKey).slice(TAG_PREFIX.length)))
}

function toSeenTag({ subjectKey, time, item }: UnresolvedDoc): SeenTag {
  const key = subjectKey.slice(TAG_PREFIX.length)
  const bar = key.indexOf('|')
  const sent = JSON.parse(String(item)) as SeenItem
  return { Provider: key.slice(0, bar), TagId: sent.tagId ?? key.slice(bar + 1), time, item: sent }
}

/** Leaves out tags that were assigned a moment ago and whose event is not applied yet. */
async function withoutCarried(db: Database, tags: readonly SeenTag[]): Promise<SeenTag[]> {
  const keys = tags.map(({ Provider, TagId }) => tagKey(Provider, TagId))
  const carried = new Set(await db.models.assets.distinct('TagKeys', { TagKeys: trusted({ $in: keys }) }))
  return tags.filter((_, index) => !carried.has(keys[index]))
}

/** Reads the internal places of tags, by the key of the place named in the event. */
async function readPlaces(db: Database, tags: readonly SeenTag[]): Promise<Map<string, PlaceDoc>> {
  const keys = tags.flatMap(({ Provider, item }) =>
    item.hierarchyId === undefined ? [] : [placeKey(Provider, item.hierarchyId)],
  )
  if (keys.length === 0) return new Map()
  const ids = keys
    .filter((key) => key.startsWith(`${INTERNAL}|`))
    .map((key) => key.slice(INTERNAL.length + 1))
  const [mapped, internal] = await Promise.all([
    db.models.places.find({ MappingKeys: trusted({ $in: keys }) }),
    db.models.places.find({ provider: INTERNAL, hierarchyId: trusted({ $in: ids }) }),
  ])
  return new Map([
    ...mapped.flatMap((place) => (place.MappingKeys ?? []).map((key) => [key, place] as const)),
    ...internal.map((place) => [placeKey(INTERNAL, place.hierarchyId), place] as const),
  ])
}

const placeOf = ({ Provider, item }: SeenTag, places: ReadonlyMap<string, PlaceDoc>): PlaceDoc | undefined =>
  item.hierarchyId === undefined ? undefined : places.get(placeKey(Provider, item.hierarchyId))

/** Reads the maps of tags, by the map's id and by `{provider}|{monitor}` in lower case. */
async function readMaps(
  db: Database,
  tags: readonly SeenTag[],
  places: ReadonlyMap<string, PlaceDoc>,
): Promise<Map<string, MapDoc>> {
  const monitorIds = tags.flatMap(({ item }) => item.monitorId?.toLowerCase() ?? [])
  const monitors =
    monitorIds.length === 0
      ? []
      : await db.models.monitors.find({ _id: trusted({ $in: [...new Set(monitorIds)] }) })
  const mapIds = [
    ...tags.flatMap((tag) => tag.item.mapId ?? placeOf(tag, places)?.mapId ?? []),
    ...monitors.map(({ mapId }) => mapId),
  ]
  const maps = await db.models.maps.find({ _id: trusted({ $in: [...new Set(mapIds)] }) })
  const byId = new Map(maps.map((map) => [map._id, map]))
  for (const { _id, provider, mapId } of monitors) {
    const map = byId.get(mapId)
    if (map) byId.set(placeKey(provider, _id), map)
  }
  return byId
}

function toAnswer(
  tag: SeenTag,
  places: ReadonlyMap<string, PlaceDoc>,
  maps: ReadonlyMap<string, MapDoc>,
): UnassignedTag {
  const { Provider, TagId, time, item } = tag
  const place = placeOf(tag, places)
  const monitorKey = placeKey(Provider, item.monitorId?.toLowerCase() ?? '')
  const map = maps.get(item.mapId ?? place?.mapId ?? monitorKey)
  return {
    Provider,
    TagId,
    seenAt: time.toISOString(),
    fullPath: levelsOf(place?.fullName ?? []),
    mapId: map?._id ?? null,
    ...(map ? { mapName: map.name } : {}),
  }
}
