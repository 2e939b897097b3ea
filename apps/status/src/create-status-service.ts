import type { Service, ServiceParts } from '@wardtrack/access'
import { type AdmissionLimits, createIngestion, createMetadataMappingCache } from '@wardtrack/ingestion'
import { createFeedDelivery } from '@wardtrack/outbound'
import { createRuleEvaluation } from '@wardtrack/rules'
import { createStretchSummarizer } from '@wardtrack/summaries'
import { stateSource } from './features/deliveries/index.ts'
import { historyRoutes } from './features/history/history.routes.ts'
import { ingestionRoutes } from './features/ingestion/ingestion.routes.ts'
import { startSilenceTimer } from './features/silence/silence-timer.ts'

/**
 * Creates the status service, which handles the states that devices report.
 * @param limits bounds on concurrent ingestion work; tests use smaller ones
 */
export async function createStatusService(
  parts: ServiceParts,
  limits: Partial<AdmissionLimits> = {},
): Promise<Service> {
  const mappings = createMetadataMappingCache(parts)
  const ingestion = createIngestion(parts, limits)
  const delivery = createFeedDelivery(parts, stateSource(parts.db))
  const evaluation = createRuleEvaluation(parts)
  const stretches = createStretchSummarizer(parts, ingestion.retention)
  await stretches.ready()
  const { calls, states, write } = ingestionRoutes(
    parts,
    ingestion,
    mappings,
    delivery,
    evaluation,
    stretches,
  )
  const silence = startSilenceTimer(parts, { db: parts.db, write, stretches })
  return {
    calls: [...calls, ...historyRoutes(parts)],
    drain: () => {
      delivery.stop()
      ingestion.drain()
    },
    close: async () => {
      await silence.close()
      await delivery.close()
      await states.close()
      await stretches.close()
      await ingestion.close()
      evaluation.close()
      mappings.close()
    },
  }
}
