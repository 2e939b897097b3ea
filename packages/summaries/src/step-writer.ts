import type { Database, Types } from '@wardtrack/database'
import { insertNew, updateEach } from '@wardtrack/ingestion'
import type { CacheMode } from '@wardtrack/service-kit'
import { announceChanges } from './announce-changes.ts'
import { isSameSummary } from './same-summary.ts'
import type { Summary, SummaryCollection } from './series.types.ts'

/** The end of one summary and the beginning of the next, as reported by an event in its order. */
export type SummaryStep<S extends Summary> = {
  asset: Types.ObjectId
  /** the summary that ended; absent for the first one of an asset */
  ended?: { id: string; to: Date }
  begun: S
}

/** Consecutive steps of one series: one summary ends, and further ones begin. */
type Chain<S extends Summary> = Pick<SummaryStep<S>, 'asset' | 'ended'> & { begun: S[] }

/** Steps that wait to be written. */
export type StepWriter<S extends Summary> = {
  /** accepts a step; false when it does not follow the previous step: its asset has to be rebuilt from history */
  add(series: string, step: SummaryStep<S>): boolean
  size(): number
  /**
   * writes the waiting steps. @returns steps that found an unexpected state of the store: their assets have to be
   * rebuilt from history
   */
  write(): Promise<SummaryStep<S>[]>
}

/** Maximum summaries of one asset that may begin between two writes. */
const MAX_CHAIN_SHARE = 50
/** Steps in one statement. */
const PAGE = 1_000

/**
 * Creates the writer of steps. It writes the ends first, if nothing else ended these summaries. Then it writes the
 * new summaries, the oldest of each asset first. So a crash leaves complete summaries up to some moment.
 */
export function createStepWriter<S extends Summary>(
  db: Database,
  collection: SummaryCollection,
  cacheMode: CacheMode,
): StepWriter<S> {
  const chains = new Map<string, Chain<S>>()
  const write = async (page: readonly Chain<S>[]): Promise<Chain<S>[]> => {
    const times = page.flatMap((chain) => chain.begun.map(({ from }) => from))
    await announceChanges(db, times)
    const failed = await writeEnds(db, collection, page)
    const intact = page.filter((chain) => !failed.has(chain))
    const depth = Math.max(0, ...intact.map(({ begun }) => begun.length))
    for (let index = 0; index < depth; index += 1) {
      const at = intact.filter(({ begun }) => begun.length > index)
      const summaries = at.flatMap(({ begun }) => begun.slice(index, index + 1))
      const alreadyStored = await insertNew(db, collection, summaries)
      const different = await withoutSame(db, collection, summaries, alreadyStored)
      for (const [position, chain] of at.entries()) if (different.has(position)) failed.add(chain)
    }
    // Another process may have rebuilt the asset between the two writes.
    if (cacheMode === 'shared')
      for (const chain of await withOtherEnd(db, collection, intact)) failed.add(chain)
    // After a crash, history may contain more than the asset.
    for (const chain of await withEarlier(db, collection, intact)) failed.add(chain)
    return [...failed]
  }
  return {
    add: (series, step) => {
      const chain = chains.get(series)
      if (!chain) {
        const newChain: Chain<S> = { asset: step.asset, begun: [step.begun] }
        if (step.ended) newChain.ended = step.ended
        chains.set(series, newChain)
        return true
      }
      const last = chain.begun.at(-1)
      if (!last || last._id !== step.ended?.id || chain.begun.length >= MAX_CHAIN_SHARE) return false
      last.to = step.ended.to
      chain.begun.push(step.begun)
      return true
    },
    size: () => chains.size,
    write: async () => {
      const failed: Chain<S>[] = []
      while (chains.size > 0) {
        const page = [...chains].slice(0, PAGE)
        // Steps that arrive meanwhile begin a new chain.
        for (const [series] of page) chains.delete(series)
        try {
          failed.push(...(await write(page.map(([, chain]) => chain))))
        } catch (error) {
          for (const [series, chain] of page) rejoin(chains, series, chain)
          throw error
        }
      }
      return failed.flatMap(({ asset, ended, begun }) =>
        begun.slice(0, 1).map((first) => ({ asset, ...(ended ? { ended } : {}), begun: first })),
      )
    },
  }
}

/** Puts a chain that was not written before the steps that arrived since. */
function rejoin<S extends Summary>(chains: Map<string, Chain<S>>, series: string, chain: Chain<S>): void {
  const since = chains.get(series)
  const last = chain.begun.at(-1)
  if (since?.ended && last) last.to = since.ended.to
  chains.set(series, since ? { ...chain, begun: [...chain.begun, ...since.begun] } : chain)
}

/**
 * Returns the positions of summaries that are stored with other content. Equal ones are fine: a rebuild may have stored
 * them.
 */
async function withoutSame<S extends Summary>(
  db: Database,
  collection: SummaryCollection,
  summaries: readonly S[],
  alreadyStored: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const ids = summaries.flatMap(({ _id }, position) => (alreadyStored.has(position) ? [_id] : []))
  if (ids.length === 0) return alreadyStored
  // driver: part of the writes of events
  const stored = await (db.driver[collection] as Database['driver']['visits'])
    .find({ _id: { $in: ids } })
    .toArray()
  const byId = new Map(stored.map((summary) => [summary._id, summary as Summary]))
  return new Set(
    [...alreadyStored].filter((position) => {
      const summary = summaries[position]
      const same = summary && byId.get(summary._id)
      return !same || !isSameSummary<Summary>(same, summary)
    }),
  )
}

async function writeEnds<S extends Summary>(
  db: Database,
  collection: SummaryCollection,
  page: readonly Chain<S>[],
): Promise<Set<Chain<S>>> {
  const ending = page.filter(({ ended }) => ended)
  const updates = ending.flatMap(({ ended }) =>
    ended ? [{ q: { _id: ended.id, to: { $in: [null, ended.to] } }, u: { $set: { to: ended.to } } }] : [],
  )
  const found = await updateEach(db, collection, updates)
  return new Set(found === updates.length ? [] : await withOtherEnd(db, collection, ending))
}

/** Returns chains whose first summary did not end as they expect. */
async function withOtherEnd<S extends Summary>(
  db: Database,
  collection: SummaryCollection,
  chains: readonly Chain<S>[],
): Promise<Chain<S>[]> {
  const ids = chains.flatMap(({ ended }) => (ended ? [ended.id] : []))
  if (ids.length === 0) return []
  // driver: part of the writes of events
  const rows = await (db.driver[collection] as Database['driver']['visits'])
    .find({ _id: { $in: ids } }, { projection: { to: 1 } })
    .toArray()
  const ends = new Map(rows.map(({ _id, to }) => [_id, to?.getTime()]))
  return chains.filter(({ ended }) => ended && ends.get(ended.id) !== ended.to.getTime())
}

/** Returns chains that begin without an end although an earlier summary exists. */
async function withEarlier<S extends Summary>(
  db: Database,
  collection: SummaryCollection,
  chains: readonly Chain<S>[],
): Promise<Chain<S>[]> {
  const found = await Promise.all(
    chains.map(async (chain) => {
      const [first] = chain.begun
      if (chain.ended || !first) return []
      const series = 'field' in first ? { field: String(first.field) } : {}
      // driver: part of the writes of events
      const earlier = await (db.driver[collection] as Database['driver']['visits']).findOne(
        { asset: chain.asset, ...series, from: { $lt: first.from } },
        { projection: { _id: 1 } },
      )
      return earlier ? [chain] : []
    }),
  )
  return found.flat()
}
