import type { Database, Types } from '@wardtrack/database'
import { insertNew, updateEach } from '@wardtrack/ingestion'
import type { CacheMode } from '@wardtrack/service-kit'
import { announceChanges } from './announce-changes.ts'
import { isSameSummary } from './same-summary.ts'
import type { Summary, SummaryCollection } from './series.types.ts'

/** That a summary ended and the next began, as an event told it that came in its order. */
export type SummaryStep<S extends Summary> = {
  asset: Types.ObjectId
  /** the one that ended; absent for the first one of an asset */
  ended?: { id: string; to: Date }
  begun: S
}

/** Steps of one series that follow one another: one summary ends, and these begin. */
type Chain<S extends Summary> = Pick<SummaryStep<S>, 'asset' | 'ended'> & { begun: S[] }

/** Steps that wait to be written. */
export type StepWriter<S extends Summary> = {
  /** takes a step up; false when it does not follow the one before it: its asset has to be worked out from history */
  add(series: string, step: SummaryStep<S>): boolean
  size(): number
  /** writes what waits. @returns steps that met another state of the store: their assets have to be worked out from history */
  write(): Promise<SummaryStep<S>[]>
}

/** Summaries of one asset that may begin between two writes. */
const MOST_OF_CHAIN = 50
/** Steps of one statement. */
const PAGE = 1_000

/**
 * Makes the writer of steps. First the ends are written, on condition that nothing else ended them, then what began, the
 * oldest of each asset first: what a crash leaves behind is the summaries up to some moment.
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
    // Another process may have worked the asset out again between the two.
    if (cacheMode === 'shared')
      for (const chain of await withOtherEnd(db, collection, intact)) failed.add(chain)
    // After a crash history may know more of an asset than the asset itself.
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
      if (!last || last._id !== step.ended?.id || chain.begun.length >= MOST_OF_CHAIN) return false
      last.to = step.ended.to
      chain.begun.push(step.begun)
      return true
    },
    size: () => chains.size,
    write: async () => {
      const failed: Chain<S>[] = []
      while (chains.size > 0) {
        const page = [...chains].slice(0, PAGE)
        // Steps that come meanwhile begin a chain of their own.
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

/** Puts a chain that was not written in front of what came since. */
function rejoin<S extends Summary>(chains: Map<string, Chain<S>>, series: string, chain: Chain<S>): void {
  const since = chains.get(series)
  const last = chain.begun.at(-1)
  if (since?.ended && last) last.to = since.ended.to
  chains.set(series, since ? { ...chain, begun: [...chain.begun, ...since.begun] } : chain)
}

/** Positions of summaries that are stored otherwise than they were to be; a rebuild may have stored the same before. */
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

/** Chains whose first summary did not end as they say. */
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

/** Chains that begin without an end although something began before them. */
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
