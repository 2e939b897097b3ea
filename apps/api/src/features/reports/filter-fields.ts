import type { SessionActor } from '@wardtrack/access'
import type { FilterGroups } from '@wardtrack/contracts'
import { filterGroupsOfTypes } from '../metadata/index.ts'
import type { ReportPage } from './report-page.ts'
import type { ReportParts } from './report-parts.ts'

/** Returns the filter fields of a page: the fields of each asset type, and the page's extra fields. */
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
