import type { Database } from '@wardtrack/database'
import { trusted } from '@wardtrack/database'

/** Rows of a page. */
const PAGE = 1_000

type Row = { _id: string; time: Date }
type History = Database['models']['locationHistory'] | Database['models']['statusHistory']

/**
 * Reads ids of rows in the order of their times.
 * @param cursor milliseconds from which to go on; empty at the beginning
 * @returns no `next` after the last row; one page holds all rows of a millisecond, so that the next begins behind it
 */
export async function readHistoryPage(
  history: History,
  { from, to }: { from: Date; to: Date },
  cursor: string,
): Promise<{ refs: string[]; next?: string }> {
  // The two have the same members as far as they are read here.
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
  // The rows of the last millisecond may go on behind the page: they begin the next one.
  if (complete.length > 0) return { refs: complete.map(({ _id }) => _id), next: String(last) }
  const together = await rowsOf.find<Row>({ time: new Date(last) }).select({ time: 1 })
  return { refs: together.map(({ _id }) => _id), next: String(last + 1) }
}
