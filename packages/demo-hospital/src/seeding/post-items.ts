import { setTimeout as sleep } from 'node:timers/promises'
import type { IngestClient } from './ingest-client.ts'

/** Items of one endpoint: the number sent, and their outcomes. */
export interface SeedCount {
  readonly sent: number
  readonly accepted: number
  readonly refused: number
  /** Left out because the server has them. */
  readonly skipped: number
}

/** Settings for posting. */
export interface SeedStage {
  readonly client: IngestClient
  readonly options: {
    /** Items per request; the endpoints accept up to 5,000. */
    readonly batchSize?: number
    /** Maximum time in milliseconds to retry while the server is unreachable or busy. */
    readonly patienceMs?: number
  }
  readonly problems: string[]
}

const DEFAULT_BATCH = 500
const DEFAULT_PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 250

async function postWithRetry(
  client: IngestClient,
  path: string,
  items: readonly unknown[],
  patienceMs: number,
) {
  const body = JSON.stringify(items)
  const deadline = Date.now() + patienceMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, 5000)) {
    const outcome = await client.post(path, body)
    if (outcome.kind === 'answered') return outcome.answer
    if (outcome.kind === 'refused') throw new Error(`POST ${path}: ${outcome.status} ${outcome.message}`)
    const wait = outcome.afterMs ?? pause
    if (Date.now() + wait > deadline) throw new Error(`POST ${path}: gave up, ${outcome.reason}`)
    await sleep(wait)
  }
}

/**
 * Posts items in batches, with retries.
 * @throws an error if the server refuses a whole request or stays unreachable for too long
 */
export async function postAll(
  stage: SeedStage,
  path: string,
  items: readonly unknown[],
  skipped: number,
): Promise<SeedCount> {
  const size = stage.options.batchSize ?? DEFAULT_BATCH
  let accepted = 0
  let refused = 0
  for (let from = 0; from < items.length; from += size) {
    const batch = items.slice(from, from + size)
    const answer = await postWithRetry(
      stage.client,
      path,
      batch,
      stage.options.patienceMs ?? DEFAULT_PATIENCE_MS,
    )
    accepted += answer.accepted
    refused += answer.refused
    for (const error of answer.errors.slice(0, 5))
      stage.problems.push(
        `${path} item ${from + (error.index ?? 0)}: ${error.code ?? ''} ${error.message ?? ''}`,
      )
  }
  return { sent: items.length, accepted, refused, skipped }
}
