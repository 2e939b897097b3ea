import type { HospitalHistory } from '../history/hospital-history.ts'
import { postAll, type SeedCount, type SeedStage } from './post-items.ts'

/** Items per request: few requests, each far below the limit of the endpoints. */
const BATCH = 2_000

/** Result of sending a history. */
export interface SentHistory {
  readonly positions: SeedCount
  readonly states: SeedCount
}

/** Sends a history, positions and states in parallel, each oldest first. Items sent before are not stored twice. */
export async function sendHistory(
  stage: SeedStage,
  { positions, states }: HospitalHistory,
): Promise<SentHistory> {
  const inBatches = { ...stage, options: { ...stage.options, batchSize: BATCH } }
  const [sentPositions, sentStates] = await Promise.all([
    postAll(inBatches, '/location/api/ingest/locations', positions, 0),
    postAll(inBatches, '/status/api/ingest/device-status', states, 0),
  ])
  return { positions: sentPositions, states: sentStates }
}
