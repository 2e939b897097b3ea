import { type Database, type MoveSpanDoc, summaryId, trusted, type VisitDoc } from '@wardtrack/database'
import { type MoveSpan, toMoveSpan, toSpanDocuments } from './move-span.ts'

/** Visits and spans per cursor batch. */
const VISITS = 2_000
const SPANS = 16
const BYTES = { promoteBuffers: true } as const

/** Visit that began with a move from another place, or the first visit of an asset. */
export type Arrival = Pick<VisitDoc, 'asset' | 'AssetType' | 'from' | 'differsFrom'> & {
  previous?: Pick<NonNullable<VisitDoc['previous']>, 'hierarchyId' | 'fullPath'>
}

/** Finds the arrivals of a period in time order. @param to exclusive end */
export async function findArrivals(db: Database, from: number, to: number): Promise<Arrival[]> {
  const ids = { $gte: summaryId(new Date(from)), $lt: summaryId(new Date(to)) }
  const projection = {
    asset: 1,
    AssetType: 1,
    from: 1,
    differsFrom: 1,
    'previous.hierarchyId': 1,
    'previous.fullPath': 1,
  }
  const arrivals: Arrival[] = []
  // driver: reads few members of all visits of several hours
  const found = db.driver.visits.find({ _id: ids }, { projection, batchSize: VISITS }).sort({ _id: 1 })
  for await (const visit of found)
    if (visit.differsFrom !== undefined || !visit.previous) arrivals.push(visit)
  return arrivals
}

/** Reads the spans that begin in a period, in time order or reversed. @param to exclusive end */
export async function* readMoveSpans(
  db: Database,
  { from, to }: { from: number; to: number },
  direction: 1 | -1 = 1,
): AsyncGenerator<MoveSpan> {
  const ids = { $gte: summaryId(new Date(from)), $lt: summaryId(new Date(to)) }
  let parts: MoveSpanDoc[] = []
  // driver: bytes are read as buffers
  const found = db.driver.moveSpans
    .find({ _id: ids }, { ...BYTES, batchSize: SPANS })
    .sort({ _id: direction })
  for await (const doc of found) {
    if (parts[0] && parts[0].from.getTime() !== doc.from.getTime()) {
      yield toMoveSpan(parts)
      parts = []
    }
    parts.push(doc)
  }
  if (parts.length > 0) yield toMoveSpan(parts)
}

/** Stores new spans of a period. Deletes spans left by a process that ended before it recorded its progress. */
export async function insertMoveSpans(
  db: Database,
  { from, until }: { from: number; until: number },
  spans: readonly MoveSpan[],
): Promise<void> {
  const range = { $gte: new Date(from), $lt: new Date(until) }
  await db.models.moveSpans.deleteMany({ from: trusted(range) })
  const docs = spans.flatMap(toSpanDocuments)
  // driver: a model would validate every byte
  if (docs.length > 0) await db.driver.moveSpans.insertMany(docs)
}

/** Replaces a stored span. */
export async function replaceMoveSpan(db: Database, span: MoveSpan): Promise<void> {
  const docs = toSpanDocuments(span)
  // driver: a model would validate every byte
  for (const { _id, ...members } of docs)
    await db.driver.moveSpans.replaceOne({ _id }, members, { upsert: true })
  const outdatedParts = { from: new Date(span.begin), _id: trusted({ $nin: docs.map(({ _id }) => _id) }) }
  await db.models.moveSpans.deleteMany(outdatedParts)
}
