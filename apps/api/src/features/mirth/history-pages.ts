import type { Database } from '@wardtrack/database'
import { trusted } from '@wardtrack/database'

/** Rows per page. */
const PAGE = 1_000

type Row = { _id: string; time: Date }
type History = Database['models']['locationHistory'] | Database['models']['statusHistory']

/**
 * Reads row ids in time order.
 * @param cursor milliseconds at which to continue; empty at the start
 * @returns no `next` after the last row; a page holds all rows of a millisecond, so the next page begins after it
 */
export async function readHistoryPage(
  history: History,
  { from, to }: { from: Date; to: Date },
  cursor: string,
): Promise<{ refs: string[]; next?: string }> {
  // Both collections have the same members as far as they are read here.
  const rowsOf = history as Database['models']['statusHistory']
  const start = cursor === '' ? from : new Date(Number(cursor))
  const rows = await rowsOf
    .find<Row>({ time: trusted({ $gte: start, $lt: to }) })
    .select({ time: 1 })
    .sort({ time: 1 })
    .limit(PAGE)
  const last = rows.at(-1)?.time.getTime()
  if (last === undefined || rows.length < PAGE) return { refs: rows.map(({ _id }) => _id) }
  const complete = rows.filter(({ time }) => time.getTime() < last)
  // More rows of the last millisecond may follow, so they are left for the next page.
  if (complete.length > 0) return { refs: complete.map(({ _id }) => _id), next: String(last) }
  const together = await rowsOf.find<Row>({ time: new Date(last) }).select({ time: 1 })
  return { refs: together.map(({ _id }) => _id), next: String(last + 1) }
}
