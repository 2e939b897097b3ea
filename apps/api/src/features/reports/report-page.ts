import type { SessionActor } from '@wardtrack/access'
import type { Condition, CriteriaBody, MetaEntry, ReportColumn, ReportRow } from '@wardtrack/contracts'
import type { CriteriaFields, ReadCriteria } from '@wardtrack/database'

/** Request for a report. `now` is the same moment for the default period and the rows. */
export type ReportRequest = { actor: SessionActor; body: CriteriaBody; now: Date }

/** Asset fields needed for auditing and patient filtering. */
export type ShownAsset = { _id: { toHexString(): string }; AssetType: string }

/** Batch of rows and the assets that these rows show. */
export type RowBatch = { rows: ReportRow[]; shownAssets: readonly ShownAsset[] }

/** Page of rows, the total number of rows, and further members of the response. */
export type RowPage = RowBatch & { total: number; more?: Record<string, unknown> }

/** Reader of the requested rows. Its criteria are already validated, so reading refuses nothing. */
export type ReportReader = {
  criteria: ReadCriteria
  /** @param range `skip` and `size` in rows */
  page(range: { skip: number; size: number }): Promise<RowPage>
  /** yields all rows in page order, some hundred at a time */
  batches(): AsyncGenerator<RowBatch, void>
}

/** Heading and columns of a report, and the default conditions. */
export type ReportHead = { label: string; columns: ReportColumn[]; defaultItems: Condition[] }

/**
 * Page of reports. To add a page, write a module that creates one and name it in `report-registry.ts`. The calls that
 * describe, read, export and filter reports then include it.
 */
export type ReportPage = {
  /** name in calls, such as `pump-movement` */
  name: string
  /** other names that calls accept */
  aliases?: readonly string[]
  /** page whose privilege opens this report */
  page: string
  /** address of the call that returns the rows, relative to the base of the service */
  filterUrl: string
  /** true when rows load only on the user's request; describing the page returns none */
  waitsForUser?: true
  /** true for a list that is exported here and read elsewhere */
  isExportedOnly?: true
  /** criteria of the page besides those of assets */
  ownFields?: CriteriaFields
  /** returns the extra fields offered as filters, besides the fields of assets */
  offeredFields?(actor: SessionActor): Promise<Record<string, Omit<MetaEntry, 'icon'>>>
  /** @throws ApiError 404 when the page covers several reports and the requested one does not exist */
  describe(request: ReportRequest): Promise<ReportHead>
  /** reads the criteria @throws ApiError 400, 404 */
  open(request: ReportRequest): Promise<ReportReader>
}
