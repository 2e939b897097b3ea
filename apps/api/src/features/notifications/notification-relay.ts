import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, DURABLE_READ, Types } from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import type { FiredEntry } from './fired-entry.ts'
import type { NotificationRaiser } from './notification-raiser.ts'

/** Relay that creates notifications from entries pending in assets, and then removes the entries. */
export type NotificationRelay = {
  /** resolves when all announced entries are processed, or wait for the next check */
  idle(): Promise<void>
  close(): Promise<void>
}

const SWEEP_MS = 1_000
/** Assets per round, whose notifications are written together. */
const PAGE = 200
/** Maximum number of queued assets; the periodic check finds the others. */
const MAX_WAITING = 10_000
const CLEAN_MS = 3_600_000

const MEMBERS = {
  AssetType: 1,
  AssetId: 1,
  'Rules.raised': 1,
} as const

/**
 * Starts the relay of a process. The bus announces assets with pending entries immediately. A check about once a
 * second finds entries left by a crash, or missed by a process without the bus. Repetition is harmless, also in
 * several processes: the raiser decides about each entry once.
 */
export function startNotificationRelay(
  { db, bus, log }: Pick<ServiceParts, 'db' | 'bus' | 'log'>,
  raiser: NotificationRaiser,
): NotificationRelay {
  const waiting = new Set<string>()
  let work: Promise<void> = Promise.resolve()
  let isBusy = false
  let cleanedAt = performance.now()

  const relay = async (docs: readonly AssetDoc[]): Promise<void> => {
    const entries = docs.flatMap(entriesOf)
    if (entries.length === 0) return
    await raiser.raise(entries)
    await updateEach(db, 'assets', docs.flatMap(removalOf))
  }
  const relayWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      const page = [...waiting].slice(0, PAGE)
      for (const id of page) waiting.delete(id)
      await relay(await readFired(db, { _id: { $in: page.map((id) => new Types.ObjectId(id)) } }))
    }
  }
  const sweep = async (): Promise<void> => {
    let docs: AssetDoc[]
    do {
      docs = await readFired(db, { 'Rules.raised.id': { $gte: '' } })
      await relay(docs)
    } while (docs.length === PAGE)
    if (performance.now() - cleanedAt < CLEAN_MS) return
    cleanedAt = performance.now()
    await raiser.forgetOldReceipts()
  }
  const run = (step: () => Promise<void>): void => {
    isBusy = true
    work = work
      .then(step)
      .catch((error: unknown) => log.warn({ err: error }, 'notifications are made later'))
      .finally(() => {
        isBusy = false
      })
  }
  const unsubscribe = bus.subscribe('rules.fired', ({ assets }) => {
    const wasEmpty = waiting.size === 0
    for (const id of assets) if (waiting.size < MAX_WAITING) waiting.add(id)
    if (wasEmpty && waiting.size > 0) run(relayWaiting)
  })
  const timer = setInterval(() => {
    if (!isBusy) run(sweep)
  }, SWEEP_MS)
  timer.unref()
  return {
    idle: async () => {
      await work
    },
    close: async () => {
      unsubscribe()
      clearInterval(timer)
      await work
    },
  }
}

async function readFired(
  db: ServiceParts['db'],
  filter: Parameters<ServiceParts['db']['driver']['assets']['find']>[0],
): Promise<AssetDoc[]> {
  // driver: every process checks once a second, a hot path
  return db.driver.assets
    .find(filter, { projection: MEMBERS, ...DURABLE_READ })
    .limit(PAGE)
    .toArray()
}

const entriesOf = (asset: AssetDoc): FiredEntry[] =>
  (asset.Rules?.raised ?? []).map((pending) => ({ asset, pending }))

/** Creates the update that removes the processed entries; later ones stay. */
function removalOf({ _id, Rules }: AssetDoc) {
  const ids = (Rules?.raised ?? []).map(({ id }) => id)
  return ids.length > 0 ? [{ q: { _id }, u: { $pull: { 'Rules.raised': { id: { $in: ids } } } } }] : []
}
