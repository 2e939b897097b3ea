import { type Database, isDuplicateKey } from '@wardtrack/database'
import { announceChanges } from './announce-changes.ts'
import type { Summary, SummaryChange, SummaryCollection } from './series.types.ts'

/**
 * Makes changes in their order, so that the current summary is stored last. A replaced or removed summary must still
 * have the end that was read.
 * @returns false when a change conflicted with another writer
 */
export async function writeSummaries<S extends Summary>(
  db: Database,
  collection: SummaryCollection,
  changes: readonly SummaryChange<S>[],
): Promise<boolean> {
  await announceChanges(
    db,
    changes.map((change) => (change.kind === 'delete' ? change.stored : change.summary).from),
  )
  const expected = { deleted: 0, matched: 0, inserted: 0 }
  const operations = changes.map((change) => {
    if (change.kind === 'delete') {
      expected.deleted += 1
      const { _id, to } = change.stored
      return { deleteOne: { filter: { _id, to } } }
    }
    if (change.kind === 'insert') {
      expected.inserted += 1
      return { insertOne: { document: change.summary } }
    }
    expected.matched += 1
    const { _id, to } = change.stored
    return { replaceOne: { filter: { _id, to }, replacement: change.summary } }
  })
  // driver: documents are already complete; the model would check each of thousands again
  const written = await (db.driver[collection] as Database['driver']['visits'])
    .bulkWrite(operations as never, { ordered: true })
    .catch((error: unknown) => {
      if (isDuplicateKey(error)) return undefined
      throw error
    })
  return (
    written !== undefined &&
    written.deletedCount === expected.deleted &&
    written.matchedCount === expected.matched &&
    written.insertedCount === expected.inserted
  )
}
