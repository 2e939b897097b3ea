import type { SessionActor } from '@wardtrack/access'
import type { FilterGroups } from '@wardtrack/contracts'
import { filterGroupsOfTypes } from '../metadata/index.ts'
import type { ReportPage } from './report-page.ts'
import type { ReportParts } from './report-parts.ts'

/** What the rows of a page can be filtered by: the fields of each type's assets, and the page's own. */
export async function filterFieldsOf(
  { db, metadata }: ReportParts,
  page: ReportPage,
  actor: SessionActor,
): Promise<Record<string, FilterGroups>> {
  const groups = await filterGroupsOfTypes(db, metadata, actor)
  const offered = (await page.offeredFields?.(actor)) ?? {}
  return Object.fromEntries(
    Object.entries(groups).map(([type, ofType]) => [
      type,
      { ...ofType, AssetInfo: { ...ofType.AssetInfo, ...offered } },
    ]),
  )
}
