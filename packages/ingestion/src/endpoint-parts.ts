import type { ServiceParts } from '@wardtrack/access'
import type { Scope } from '@wardtrack/contracts'
import type { Logger } from '@wardtrack/service-kit'
import type { AdmitParts } from './admit-push.ts'
import type { DeadLetterStore } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.types.ts'
import type { IngestMetrics } from './ingest-metrics.ts'
import type { ProviderActivityRecorder } from './provider-activity.ts'
import type { FormatParts } from './provider-format/provider-formats.ts'
import type { ProviderLogs } from './provider-logs.ts'
import type { Retention } from './retention.ts'

/** Parts shared by all endpoints of a process. */
export type EndpointParts = AdmitParts & {
  parts: ServiceParts
  /** log of the service */
  log: Logger
  /** endpoints of the process, by name */
  endpoints: Map<Scope, IngestEndpoint>
  retention: Retention
  deadLetters: DeadLetterStore
  logs: ProviderLogs
  activity: ProviderActivityRecorder
  metrics: IngestMetrics
  formats: FormatParts
}
