import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import type { StateReader } from '../state-snapshots/index.ts'
import type { ChartReader } from './chart-reader.ts'
import { createStatusVsTimeService } from './status-vs-time.service.ts'

/** Creates the calls of the chart of states over time. */
export function statusVsTimeRoutes(
  parts: Pick<ServiceParts, 'db' | 'clock'>,
  metadata: MetadataStore,
  sources: { lists: AssetLists; states: StateReader; chart: ChartReader },
): ServedCall<Actor>[] {
  const service = createStatusVsTimeService(parts, metadata, sources)
  return [
    serve(calls.getStatusVsTimeReport)<Actor>(service.chart),
    serve(calls.getStatusVsTimeAssets)<Actor>(service.assets),
  ]
}
