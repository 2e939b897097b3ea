import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, DURABLE_READ, type PendingAlert } from '@wardtrack/database'
import { PLACE_MEMBERS, type StoreUpdate, toCachedPlace, updateEach } from '@wardtrack/ingestion'
import type { AlertRelay } from './alert-relay.ts'
import type { GeofenceCache, GeofenceRules } from './geofence-rules.ts'
import { placeUpdate } from './place-update.ts'

/** Timer that ends waits on time when no event does. */
export type DwellTimer = { close(): Promise<void> }

const INTERVAL_MS = 1_000
/** Grace period for events in transit that may show that the asset left before the wait ended, in milliseconds. */
const GRACE_MS = 300
const PAGE = 500
/** Assets whose pending alerts are read together: each may hold a thousand. */
const RELAY_PAGE = 50
/** Maximum number of pages per round; the next round continues. */
const MAX_PAGES = 20
/** Maximum number of dwells per statement. Each alert carries its fence, and a statement is limited to 16 MB. */
const MAX_DWELLS_PER_WRITE = 1_000

const MEMBERS = { AssetType: 1, AssetStatus: 1, ...PLACE_MEMBERS } as const

/**
 * Starts the timer of a process. About once a second, every process looks for waits that have ended. It also looks
 * for pending alerts left by a process that stopped. Only one process can write the end of a wait, and that write
 * includes the alert.
 */
export function startDwellTimer(
  parts: Pick<ServiceParts, 'db' | 'log'>,
  fences: GeofenceCache,
  alertRelay: AlertRelay,
): DwellTimer {
  const { db, log } = parts
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    for (let pages = 0; pages < MAX_PAGES; pages += 1) if (!(await endDueDwells(db, fences))) break
    for (let pages = 0; pages < MAX_PAGES; pages += 1) if (!(await relayPendingAlerts(db, alertRelay))) break
  }
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => log.warn({ err: error }, 'dwells of geofences are looked at later'))
      .finally(() => {
        running = undefined
      })
  }, INTERVAL_MS)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** Ends the waits of a page of assets. Returns false when no further page needs to be read now. */
async function endDueDwells(db: ServiceParts['db'], fences: GeofenceCache): Promise<boolean> {
  const now = Date.now() - GRACE_MS
  // driver: every process runs this query once a second, a hot path
  const docs = await db.driver.assets
    .find({ 'Fences.due': { $lte: new Date(now) } }, { projection: MEMBERS })
    .sort({ 'Fences.due': 1 })
    .limit(PAGE)
    .toArray()
  if (docs.length === 0) return false
  let rules = await fences.read()
  if (docs.some((doc) => rules.isOlderThan(doc.Fences?.dwells ?? []))) rules = await fences.reload()
  let found = 0
  for (const group of groupsOf(docs))
    found += await updateEach(
      db,
      'assets',
      group.map((doc) => toPlaceUpdate(doc, rules, now)),
    )
  return docs.length === PAGE && found > 0
}

/** Groups the assets of a page so that a statement can hold an alert for each of their dwells. */
function groupsOf(docs: readonly AssetDoc[]): AssetDoc[][] {
  const groups: AssetDoc[][] = []
  let room = 0
  for (const doc of docs) {
    const size = doc.Fences?.dwells?.length ?? 0
    if (size > room || groups.length === 0) {
      groups.push([])
      room = MAX_DWELLS_PER_WRITE
    }
    groups.at(-1)?.push(doc)
    room -= size
  }
  return groups
}

function toPlaceUpdate(doc: AssetDoc, rules: GeofenceRules, now: number): StoreUpdate {
  const { _id, AssetType } = doc
  const before = toCachedPlace(doc)
  const { location, dwells } = before
  const raised: PendingAlert[] = []
  const subject = { _id, AssetType, active: doc.AssetStatus === 'active' }
  const after = location ? rules.endWaits(subject, { location, dwells }, now, raised) : []
  return placeUpdate(_id, { before, dwells: after, raised })
}

/** Relays the pending alerts of a page of assets. Returns false when no further page needs to be read now. */
async function relayPendingAlerts(db: ServiceParts['db'], alertRelay: AlertRelay): Promise<boolean> {
  // Assets of recently failed alerts are left out, because they could fill every page.
  const deferred = alertRelay.deferredAssets()
  // driver: every process runs this query once a second, a hot path
  const docs = await db.driver.assets
    .find(
      { 'Fences.raised.id': { $gte: '' }, ...(deferred.length > 0 ? { _id: { $nin: deferred } } : {}) },
      // The store may still lose the write of the event, so only durable pending alerts are read.
      { projection: { 'Fences.raised': 1 }, ...DURABLE_READ },
    )
    .limit(RELAY_PAGE)
    .toArray()
  alertRelay.add(docs.flatMap((doc) => doc.Fences?.raised ?? []))
  await alertRelay.idle()
  return docs.length === RELAY_PAGE
}
