import type { HospitalHistory } from '../history/hospital-history.ts'
import { postAll, type SeedCount, type SeedStage } from './post-items.ts'

/** Items of a request: few requests, each far below what the endpoints take. */
const BATCH = 2_000

/** What came of sending what a hospital looks back on. */
export interface SentHistory {
  readonly positions: SeedCount
  readonly states: SeedCount
}

/** Sends a history, positions and states side by side, each oldest first. What was sent before is not stored twice. */
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
