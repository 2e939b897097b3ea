import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type {
  Condition,
  CriteriaBody,
  MetaEntry,
  ReportColumn,
  ReportMore,
  ReportName,
  ReportRow,
  ReportRowOf,
} from '@wardtrack/contracts'
import type { ReadCriteria } from '@wardtrack/database'
import type { CleaningPlaces, IsUnclean, PlaceCache, WalkingGraphCache } from '@wardtrack/places'
import type { CachedValue } from '@wardtrack/service-kit'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import type { InternalPlaces } from '../places/index.ts'
import type { StateReader } from '../state-snapshots/index.ts'
import type { ChartReader } from '../status-vs-time/index.ts'

/** Data sources of report pages. */
export type ReportParts = Pick<ServiceParts, 'db'> & {
  metadata: MetadataStore
  lists: AssetLists
  places: InternalPlaces
  /** places and sizes of maps */
  mapPlaces: PlaceCache
  walking: WalkingGraphCache
  uncleanAreas: CachedValue<IsUnclean>
  cleaningPlaces: CachedValue<CleaningPlaces>
  chart: ChartReader
  states: StateReader
}

/** Request for a report. `now` is the same moment for the default period and the rows. */
export type ReportRequest = { actor: SessionActor; body: CriteriaBody; now: Date }

/** Asset fields needed for auditing and patient filtering. */
export type ShownAsset = { _id: { toHexString(): string }; AssetType: string }

/** Batch of rows and the assets that these rows show. */
export type RowBatch<Row = ReportRow> = { rows: Row[]; shownAssets: readonly ShownAsset[] }

/** Page of rows, the total number of rows, and further members of the response. */
export type RowPage<Row = ReportRow> = RowBatch<Row> & { total: number; more?: object }

/**
 * Reader of the requested rows. Its criteria are already validated, so reading refuses nothing.
 * @template More `more` of a page, for a report that declares further members
 */
export type ReportReader<Row = ReportRow, More = object> = {
  criteria: ReadCriteria
  /** @param range `skip` and `size` in rows */
  page(range: { skip: number; size: number }): Promise<RowPage<Row> & More>
  /** yields all rows for files in page order, some hundred at a time */
  batches(): AsyncGenerator<RowBatch, void>
}

type DeclaredMore<N extends ReportName> = keyof ReportMore<N> extends never ? object : { more: ReportMore<N> }
/** Reader of the rows that the contract declares for the report named N. */
export type ReaderOf<N extends ReportName> = ReportReader<ReportRowOf<N>, DeclaredMore<N>>

/** Heading and columns of a report, and the default conditions. */
export type ReportHead = { label: string; columns: ReportColumn[]; defaultItems: Condition[] }

/** Reads the rows of a report. The contract declares the rest of its page. */
export type ReportPage<Row = ReportRow, More = object> = {
  /** reads the criteria @throws ApiError 400, 404 */
  open(request: ReportRequest): Promise<ReportReader<Row, More>>
  /** returns the extra fields offered as filters, besides the fields of assets */
  offeredFields?(actor: SessionActor): Promise<Record<string, Omit<MetaEntry, 'icon'>>>
  /**
   * returns the heading of a page whose columns depend on the request
   * @throws ApiError 404 when the page covers several reports and the requested one does not exist
   */
  describe?(request: ReportRequest): Promise<ReportHead>
}

/** Page of the report named N. */
export type PageOf<N extends ReportName> = ReportPage<ReportRowOf<N>, DeclaredMore<N>>

/** Report or exported list with its name and heading. */
export type NamedPage = Omit<ReportPage, 'describe'> & {
  name: string
  /** address of the call that returns the rows, relative to the base of the service; none for an exported list */
  filterUrl?: string
  /** true when rows load only on the user's request */
  waitsForUser: boolean
  describe(request: ReportRequest): Promise<ReportHead>
}
