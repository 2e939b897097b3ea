import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceParts } from '@wardtrack/access'
import type { MirthField } from '@wardtrack/contracts'
import { type AssetDoc, type Database, placeKey, Types, trusted } from '@wardtrack/database'
import type { JobDefinition } from '@wardtrack/jobs'
import { openDeliveryFeed } from '@wardtrack/outbound'
import { assetRef } from './asset-source.ts'
import { associationRef } from './association-source.ts'
import { readHistoryPage } from './history-pages.ts'

/** A stretch of time, the end exclusive. */
export type Period = { from: Date; to: Date }
/** What a redelivery is to do. */
export type RedeliveryParams = { field: MirthField; from: string; to: string }
/** How far it is: what is behind this text has not been read. */
type Cursor = string

/** References read next, how many things they are, and where to go on; no cursor after the last. */
type Page = { refs: string[]; next?: Cursor }

/** The cursor behind the last page. */
const END = 'end'
/** Things of a page. */
const PAGE = 1_000
/** Things that may wait for the address before more are put behind them. */
const MAX_WAITING = 20_000
const WAIT_MS = 1_000

/** How many things a redelivery would deliver; those that have no time of their own count whenever they were written. */
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
 * Makes the job that puts the things of a period into the feed again, page by page. They are delivered under the same
 * keys as before, so that a page which is put there twice after a crash does no harm.
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

/** Filter of the documents behind an internal id, in its order. */
const afterCursor = (cursor: Cursor) =>
  cursor === '' ? {} : { _id: trusted({ $gt: new Types.ObjectId(cursor) }) }

/** Where to go on behind documents that were read in the order of their internal ids. */
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

/** The present links, each from one of its sides; their time is the end of the period, so that a repeat is the same. */
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
