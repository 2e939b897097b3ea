import type { ReportColumn, ReportRow, Sort } from '@wardtrack/contracts'
import type { AssetDoc, ReadCriteria } from '@wardtrack/database'
import type { AssetLists, SpareMember } from '../../assets/index.ts'
import type { ReportReader, ReportRequest } from '../report-page.ts'

/** A report whose rows are assets. */
export type AssetRows = {
  lists: AssetLists
  /** inactive assets are left out unless the criteria name AssetStatus */
  activeByDefault: boolean
  defaultSort: readonly Sort[]
  /** members that `toRows` does not look at: whole lists are read without them */
  unread?: readonly SpareMember[]
  toRows(docs: readonly AssetDoc[]): ReportRow[] | Promise<ReportRow[]>
}

/**
 * Reads assets as rows, in the order and with the totals of the lists of assets.
 * @param criteria as they were sent
 * @param conditions those that the assets must meet, with what the page adds
 */
export function assetReader(
  { lists, activeByDefault, defaultSort, unread = [], toRows }: AssetRows,
  { actor }: ReportRequest,
  criteria: ReadCriteria,
  conditions: ReadCriteria,
): ReportReader {
  const listing = { actor, activeByDefault }
  return {
    criteria,
    page: async ({ skip, size }) => {
      const request = { page: Math.floor(skip / size) + 1, size, defaultSort }
      const { docs, total } = await lists.page(conditions, listing, request)
      return { rows: await toRows(docs), shownAssets: docs, total }
    },
    batches: async function* readBatches() {
      for await (const docs of lists.batches(conditions, listing, defaultSort, unread))
        yield { rows: await toRows(docs), shownAssets: docs }
    },
  }
}

/** Columns whose keys are their headings. */
export const columnsNamed = (...keys: string[]): ReportColumn[] => keys.map((key) => ({ key, label: key }))
