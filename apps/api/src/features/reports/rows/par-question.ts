import type { ReadCriteria } from '@wardtrack/database'
import { levelFinder, readPieces, readUnitLevels, type UnitLevel } from '../../par-levels/index.ts'
import { type CriteriaRules, type ReportCriteria, readReportCriteria } from '../read-report-criteria.ts'
import type { ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { conditionsOn, meetsTest, placeTexts, rowPlaceFields } from '../row-places.ts'

const EQUIPMENT = 'Equipment'
const CATEGORY = 'Fields.PrimaryCategory'
const OF_EQUIPMENT = { path: 'AssetType', test: { $eq: EQUIPMENT } }

/** Reads the criteria of a page about PAR levels; conditions on the place choose units. @throws ApiError 400 */
export async function readParCriteria(
  parts: ReportParts,
  { body, now }: ReportRequest,
  rules: Pick<CriteriaRules, 'sortKeys' | 'rowTime' | 'defaultHours'>,
): Promise<ReportCriteria> {
  const fields = await parts.metadata.criteriaFields()
  return readReportCriteria(
    body,
    { fields, ownFields: rowPlaceFields('A'), defaultType: EQUIPMENT, ...rules },
    now,
  )
}

/** Requested levels, each with its index among all levels. */
export type ChosenLevels = { levels: UnitLevel[]; chosen: number[] }

/** Reads the levels of all units, and which of them the criteria choose by place and category. */
export async function readChosenLevels(
  { db, places }: ReportParts,
  { assetConditions, reportConditions }: Pick<ReportCriteria, 'assetConditions' | 'reportConditions'>,
): Promise<ChosenLevels> {
  const levels = await readUnitLevels(db, places)
  const units = await placeTexts(conditionsOn(reportConditions, 'A'), places)
  const named = units && new Set(units)
  const isMeant = (path: string, value: string): boolean =>
    assetConditions.conditions.every(
      (condition) => condition.path !== path || meetsTest(value, condition.test),
    )
  const chosen = [...levels.keys()].filter((index) => {
    const { unit = '', category = '' } = levels[index] ?? {}
    return (!named || named.has(unit)) && isMeant('AssetType', EQUIPMENT) && isMeant(CATEGORY, category)
  })
  return { levels, chosen }
}

/** Reads the counted assets: equipment for all users, filtered by the criteria. */
export async function readCounted(
  parts: ReportParts,
  { actor, now }: ReportRequest,
  assetConditions: ReadCriteria,
  { levels, chosen }: ChosenLevels,
) {
  const conditions = [...assetConditions.conditions, OF_EQUIPMENT]
  const filter = await parts.lists.filterOf(
    { ...assetConditions, conditions, sort: [] },
    { actor, activeByDefault: true },
  )
  const categories = new Set(chosen.flatMap((index) => levels[index]?.category ?? []))
  const findLevel = levelFinder(levels)
  const pieces = await readPieces(parts, filter, { categories, findLevel, now: now.getTime() })
  return { pieces, findLevel }
}
