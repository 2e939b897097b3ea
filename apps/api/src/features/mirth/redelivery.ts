import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceParts } from '@wardtrack/access'
import type { MirthField } from '@wardtrack/contracts'
import { type AssetDoc, type Database, placeKey, Types, trusted } from '@wardtrack/database'
import type { JobDefinition } from '@wardtrack/jobs'
import { openDeliveryFeed } from '@wardtrack/outbound'
import { assetRef } from './asset-source.ts'
import { associationRef } from './association-source.ts'
import { readHistoryPage } from './history-pages.ts'

/** Period with an exclusive end. */
export type Period = { from: Date; to: Date }
/** Parameters of a redelivery. */
export type RedeliveryParams = { field: MirthField; from: string; to: string }
/** Cursor of a redelivery: data after this text has not been read. */
type Cursor = string

/** Next references, the number of items, and the next cursor; no cursor after the last page. */
type Page = { refs: string[]; next?: Cursor }

/** Cursor after the last page. */
const END = 'end'
/** Items per page. */
const PAGE = 1_000
/** Maximum number of waiting deliveries of an address before more are added. */
const MAX_WAITING = 20_000
const WAIT_MS = 1_000

/** Counts the items that a redelivery would deliver; items without a time always count. */
export async function countThings(db: Database, field: MirthField, { from, to }: Period): Promise<number> {
  const within = trusted({ $gte: from, $lt: to })
  switch (field) {
    case 'AssetLocation':
      return db.models.locationHistory.countDocuments({ time: within })
    case 'DeviceStatus':
      return db.models.statusHistory.countDocuments({ time: within })
    case 'GeofenceAlert':
      return db.models.geofenceAlerts.countDocuments({ createdAt: within })
    case 'Asset':
      return db.models.assets.countDocuments({ updatedAt: within })
    case 'LocationHierarchy':
      return db.models.places.countDocuments({})
    case 'AssetAssociation':
      return countLinks(db)
  }
}

/**
 * Creates the job that adds the items of a period to the feed again, page by page. Their keys are the same as before,
 * so adding a page twice after a crash is harmless.
 */
export function createRedelivery({ db }: ServiceParts): JobDefinition<RedeliveryParams, Cursor> {
  return {
    kind: 'mirth.redeliver',
    run: async ({ params, cursor, done: before, total }, { saveProgress, signal }) => {
      const { field } = params
      const period = { from: new Date(params.from), to: new Date(params.to) }
      const feed = openDeliveryFeed(db, field)
      let done = before
      let next: Cursor | undefined = cursor === END ? undefined : (cursor ?? '')
      while (next !== undefined) {
        while ((await feed.pending()) > MAX_WAITING) await sleep(WAIT_MS, undefined, { signal })
        const page: Page = await readPage(db, field, period, next)
        await feed.add(page.refs)
        done += page.refs.length
        next = page.next
        await saveProgress(next ?? END, done, Math.max(total, done))
      }
    },
  }
}

function readPage(db: Database, field: MirthField, period: Period, cursor: Cursor): Promise<Page> {
  switch (field) {
    case 'AssetLocation':
      return readHistoryPage(db.models.locationHistory, period, cursor)
    case 'DeviceStatus':
      return readHistoryPage(db.models.statusHistory, period, cursor)
    case 'LocationHierarchy':
      return placesPage(db, cursor)
    case 'AssetAssociation':
      return linksPage(db, cursor, period)
    default:
      return assetsPage(db, cursor, period)
  }
}

/** Returns the filter of the documents after an internal id, in its order. */
const afterCursor = (cursor: Cursor) =>
  cursor === '' ? {} : { _id: trusted({ $gt: new Types.ObjectId(cursor) }) }

/** Returns the cursor after documents that were read in the order of their internal ids. */
function nextOf(docs: readonly { _id: Types.ObjectId }[]): Pick<Page, 'next'> {
  const last = docs.at(-1)
  return last && docs.length === PAGE ? { next: last._id.toHexString() } : {}
}

async function placesPage(db: Database, cursor: Cursor): Promise<Page> {
  const places = await db.models.places.find(afterCursor(cursor)).sort({ _id: 1 }).limit(PAGE)
  return { refs: places.map((place) => placeKey(place.provider, place.hierarchyId)), ...nextOf(places) }
}

async function assetsPage(db: Database, cursor: Cursor, { from, to }: Period): Promise<Page> {
  const assets = await db.models.assets
    .find<Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'updatedAt'>>(afterCursor(cursor))
    .select({ AssetType: 1, AssetId: 1, updatedAt: 1 })
    .sort({ _id: 1 })
    .limit(PAGE)
  const changed = assets.filter(({ updatedAt }) => updatedAt >= from && updatedAt < to)
  return { refs: changed.map(assetRef), ...nextOf(assets) }
}

type LinkedAsset = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'Fields'>

/** Reads the current links, each from one side; their time is the period's end, so that a repetition is identical. */
async function linksPage(db: Database, cursor: Cursor, { to }: Period): Promise<Page> {
  const assets = await db.models.assets
    .find<LinkedAsset>(afterCursor(cursor))
    .select({ AssetType: 1, AssetId: 1, 'Fields.Mappings': 1 })
    .sort({ _id: 1 })
    .limit(PAGE)
  const refs = assets.flatMap((asset) =>
    linksOf(asset).map((linked) => associationRef({ from: asset, to: linked, action: 'link' }, to)),
  )
  return { refs, ...nextOf(assets) }
}

const linksOf = (asset: LinkedAsset) =>
  Object.values(asset.Fields.Mappings ?? {})
    .flat()
    .filter((linked) => assetRef(asset) < assetRef(linked))

async function countLinks(db: Database): Promise<number> {
  let links = 0
  for (let next: Cursor | undefined = ''; next !== undefined; ) {
    const page: Page = await linksPage(db, next, { from: new Date(0), to: new Date(0) })
    links += page.refs.length
    next = page.next
  }
  return links
}
