import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, type StatusItem, statusItem } from '@wardtrack/contracts'
import {
  type EventEndpoint,
  type Ingestion,
  type MetadataMapping,
  type MetadataMappingCache,
  servedCalls,
} from '@wardtrack/ingestion'
import type { FeedDelivery } from '@wardtrack/outbound'
import type { RuleEvaluation } from '@wardtrack/rules'
import type { ServedCall } from '@wardtrack/service-kit'
import type { StretchSummarizer } from '@wardtrack/summaries'
import { type DeviceState, fieldNames, readState } from './read-state.ts'
import { createStateWriter } from './state-writer.ts'

export type { StateEvent } from './field-changes.ts'

/** Creates the calls that accept device states and manage their dead letters; `states` is the endpoint to close, `write` writes states. */
export function ingestionRoutes(
  parts: ServiceParts,
  ingestion: Ingestion,
  mappings: MetadataMappingCache,
  delivery: Pick<FeedDelivery, 'add'>,
  evaluation: RuleEvaluation,
  stretches: StretchSummarizer,
): {
  calls: ServedCall<Actor>[]
  states: EventEndpoint
  write: ReturnType<typeof createStateWriter>
} {
  const write = createStateWriter(parts, delivery, evaluation, stretches)
  let mapping: MetadataMapping = {}
  const states = ingestion.eventEndpoint<StatusItem, DeviceState>({
    call: calls.ingestDeviceStatus,
    name: 'device-status',
    formatCall: calls.ingestProviderStatus,
    kind: 'device-status',
    schema: statusItem,
    loadReferenceData: async () => {
      mapping = await mappings.read()
    },
    subjectOf: (item) => {
      const { AssetType, AssetId, tagId, deviceId } = item
      if (AssetType !== undefined && AssetId !== undefined) return { AssetType, AssetId }
      return deviceId === undefined ? { tagId } : { AssetType: 'Equipment', AssetId: deviceId }
    },
    toContent: ({ item }) => readState(item, mapping),
    unresolvedKey: (item) => [...fieldNames(item), ...(item.alarm ? ['alarm'] : [])].sort().join(','),
    write,
  })
  const letters = ingestion.deadLetterRoutes({
    list: calls.statusDeadLetters,
    read: calls.statusDeadLetter,
    mend: calls.statusMendDeadLetter,
    replay: calls.statusReplay,
    replayAll: calls.statusReplayAll,
    endpoints: [states],
  })
  const preview = ingestion.previewRoute(calls.previewDeviceStatus, states)
  return { calls: [...servedCalls(states), preview, ...letters], states, write }
}
