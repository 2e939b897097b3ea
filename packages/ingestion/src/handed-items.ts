import type { ServiceParts } from '@wardtrack/access'
import type { ItemCode, Scope } from '@wardtrack/contracts'
import { type DeadLetterDoc, trusted } from '@wardtrack/database'
import { parseStoredItem } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.types.ts'
import type { ItemResult } from './read-items.ts'

/**
 * Ingests items that another service received in a mixed message. They wait among the refused items of their
 * endpoint, so that they survive a crash; an item that is stored twice counts as a duplicate.
 */
export type HandedItems = {
  /** ingests the items that wait now */
  take(): Promise<void>
  close(): Promise<void>
}

/** Code of the items that wait. */
export const HANDED_OVER: ItemCode = 'handed_over'
const POLL_MS = 2_000
const PAGE = 500

/** Creates the worker of a process. @param endpoints endpoints of the process, by name */
export function createHandedItems(
  { db, log }: Pick<ServiceParts, 'db' | 'log'>,
  endpoints: ReadonlyMap<Scope, IngestEndpoint>,
): HandedItems {
  let working: Promise<void> = Promise.resolve()
  const takePage = async (endpoint: IngestEndpoint): Promise<number> => {
    const letters = await db.models.deadLetters
      .find({ endpoint: endpoint.name, codes: HANDED_OVER })
      .sort({ receivedAt: 1 })
      .limit(PAGE)
    for (const provider of new Set(letters.map((letter) => letter.provider)))
      await ingest(
        endpoint,
        provider,
        letters.filter((letter) => letter.provider === provider),
      )
    return letters.length
  }
  const ingest = async (
    endpoint: IngestEndpoint,
    provider: string,
    letters: readonly DeadLetterDoc[],
  ): Promise<void> => {
    const itemTexts = letters.map(({ _id }) => `dead letter ${_id}`)
    const results = await endpoint.processRaw(letters.map(parseStoredItem), {
      provider,
      isProviderKey: true,
      nonce: { text: '', repeatable: true, itemTexts },
    })
    const isRefused = (result: ItemResult | undefined) => typeof result === 'object'
    const done = letters.filter((_, index) => !isRefused(results[index])).map(({ _id }) => _id)
    if (done.length > 0) await db.models.deadLetters.deleteMany({ _id: trusted({ $in: done }) })
    for (const [index, letter] of letters.entries()) {
      const result = results[index]
      if (typeof result !== 'object') continue
      const codes = [...new Set(result.map(({ code }) => code))]
      await db.models.deadLetters.updateOne({ _id: letter._id }, { $set: { errors: [...result], codes } })
    }
  }
  const take = (): Promise<void> => {
    working = working.then(async () => {
      for (const endpoint of endpoints.values())
        try {
          while ((await takePage(endpoint)) === PAGE);
        } catch (error) {
          log.warn({ err: error, endpoint: endpoint.name }, 'items of a mixed message wait for the next try')
        }
    })
    return working
  }
  const timer = setInterval(() => void take(), POLL_MS)
  timer.unref()
  return {
    take,
    close: async () => {
      clearInterval(timer)
      await working
    },
  }
}
