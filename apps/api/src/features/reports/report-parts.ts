import type { ServiceParts } from '@wardtrack/access'
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
