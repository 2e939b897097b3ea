import type { ServiceParts } from '@wardtrack/access'
import type { WalkingGraphCache } from '@wardtrack/places'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import type { InternalPlaces } from '../places/index.ts'
import type { StateReader } from '../state-snapshots/index.ts'
import type { ChartReader } from '../status-vs-time/index.ts'

/** What pages of reports read from. */
export type ReportParts = Pick<ServiceParts, 'db'> & {
  metadata: MetadataStore
  lists: AssetLists
  places: InternalPlaces
  walking: WalkingGraphCache
  chart: ChartReader
  states: StateReader
}
