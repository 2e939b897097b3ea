import type { SessionActor } from '@wardtrack/access'
import type { Condition, CriteriaBody, MetaEntry, ReportColumn, ReportRow } from '@wardtrack/contracts'
import type { CriteriaFields, ReadCriteria } from '@wardtrack/database'

/** What a report is asked for. `now` is the same moment for the default period and the rows. */
export type ReportRequest = { actor: SessionActor; body: CriteriaBody; now: Date }

/** What of an asset that a row tells of the audit log and the patient rule look at. */
export type ShownAsset = { _id: { toHexString(): string }; AssetType: string }

/** Some rows, and the assets that they tell of. */
export type RowBatch = { rows: ReportRow[]; shownAssets: readonly ShownAsset[] }

/** A page of rows, how many rows there are in all, and what else the answer holds. */
export type RowPage = RowBatch & { total: number; more?: Record<string, unknown> }

/** The rows that a request asks for. Its criteria are read: nothing that follows is refused. */
export type ReportReader = {
  criteria: ReadCriteria
  /** @param range `skip` and `size` in rows */
  page(range: { skip: number; size: number }): Promise<RowPage>
  /** every row in the order of the pages, some hundred at a time */
  batches(): AsyncGenerator<RowBatch, void>
}

/** How a report is headed, and what holds where the criteria say nothing. */
export type ReportHead = { label: string; columns: ReportColumn[]; defaultItems: Condition[] }

/**
 * One page of reports. To add a page, write a module that makes one and name it in `report-registry.ts`: the calls that
 * describe, read, export and filter it do the rest.
 */
export type ReportPage = {
  /** as calls name it, e.g. `pump-movement` */
  name: string
  /** other names that calls take */
  aliases?: readonly string[]
  /** the page whose privilege opens it */
  page: string
  /** address of the call that gives its rows, relative to the base of the service */
  filterUrl: string
  /** rows come only when the user asks for them: describing it gives none */
  waitsForUser?: true
  /** a list that is exported here and read elsewhere */
  isExportedOnly?: true
  /** criteria that the page takes beside those of assets */
  ownFields?: CriteriaFields
  /** what of them is offered to filter by, with the fields of assets */
  offeredFields?(actor: SessionActor): Promise<Record<string, Omit<MetaEntry, 'icon'>>>
  /** @throws ApiError 404 for one of the things that share the page when there is none */
  describe(request: ReportRequest): Promise<ReportHead>
  /** reads the criteria @throws ApiError 400, 404 */
  open(request: ReportRequest): Promise<ReportReader>
}
