import type { ReportColumn, ReportRow, Sort } from '@wardtrack/contracts'
import type { AssetDoc, ReadCriteria } from '@wardtrack/database'
import type { AssetLists, OmittableField } from '../../assets/index.ts'
import type { ReportReader, ReportRequest } from '../report-page.ts'

/** Report whose rows are assets. */
export type AssetRows = {
  lists: AssetLists
  /** true to leave out inactive assets unless the criteria name AssetStatus */
  activeByDefault: boolean
  defaultSort: readonly Sort[]
  /** members that `toRows` does not use; queries for whole lists leave them out */
  unread?: readonly OmittableField[]
  toRows(docs: readonly AssetDoc[]): ReportRow[] | Promise<ReportRow[]>
}

/**
 * Reads assets as rows, in the order and with the totals of the asset lists.
 * @param criteria as sent
 * @param conditions conditions on the assets, including the page's additions
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

/** Creates columns whose keys are also their headings. */
export const columnsNamed = (...keys: string[]): ReportColumn[] => keys.map((key) => ({ key, label: key }))
