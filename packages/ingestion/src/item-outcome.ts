import type { IngestAnswer, ItemCode, ItemError } from '@wardtrack/contracts'
import type { OutcomeCounts } from './provider-logs.ts'

/** Why one item was refused: the member's dotted path within the item, a code, a text for people without values. */
export type ItemRefusal = { path: string; code: ItemCode; message: string }

/** What became of one item. */
export type Outcome = 'accepted' | 'duplicate' | 'unresolved' | ItemRefusal

/** What became of one raw item: an outcome, or every reason for its refusal (the first is the one answered). */
export type ItemResult = Exclude<Outcome, ItemRefusal> | readonly ItemRefusal[]

/** An item that passed the checks every endpoint makes, ready for its endpoint. */
export type ValidItem<I> = {
  /** position within the request */
  index: number
  item: I
  /** lower case; the item's own, else the key's, else '' */
  provider: string
  /** when it happened; the receive time, a millisecond apart, when the item names none */
  time: Date
  receivedAt: Date
  /**
   * Set when the item names neither time nor eventId: what tells it from every other such item. `repeatable` when a
   * repeat of the request gives the same (Idempotency-Key), though at another time.
   */
  ordinal?: { text: string; repeatable: boolean }
}

/** Makes a refusal of one item. */
export const refuseItem = (path: string, code: ItemCode, message: string): ItemRefusal => ({
  path,
  code,
  message,
})

/** Whether an outcome is a refusal. */
export const isRefusal = (outcome: unknown): outcome is ItemRefusal =>
  typeof outcome === 'object' && outcome !== null && 'code' in outcome && 'path' in outcome

const MEMBERS = { accepted: 'accepted', duplicate: 'duplicates', unresolved: 'unresolved' } as const

/** Counts outcomes for the answer, and by provider for its log. @param providerOf provider of an item by index */
export function countOutcomes(
  endpoint: string,
  results: readonly ItemResult[],
  providerOf: (index: number) => string,
): { answer: IngestAnswer; byProvider: OutcomeCounts[] } {
  const errors: ItemError[] = []
  const byProvider = new Map<string, OutcomeCounts>()
  results.forEach((result, index) => {
    const provider = providerOf(index)
    let counts = byProvider.get(provider)
    if (!counts) {
      counts = { endpoint, provider, accepted: 0, duplicates: 0, unresolved: 0, refused: 0, codes: {} }
      byProvider.set(provider, counts)
    }
    if (typeof result === 'string') {
      counts[MEMBERS[result]] += 1
      return
    }
    counts.refused += 1
    const first = result[0]
    if (!first) return
    counts.codes[first.code] = (counts.codes[first.code] ?? 0) + 1
    errors.push({ index, path: first.path, code: first.code, message: first.message })
  })
  const sum = (member: 'accepted' | 'duplicates' | 'unresolved' | 'refused'): number =>
    [...byProvider.values()].reduce((total, counts) => total + counts[member], 0)
  return {
    answer: {
      accepted: sum('accepted'),
      duplicates: sum('duplicates'),
      unresolved: sum('unresolved'),
      refused: sum('refused'),
      errors,
    },
    byProvider: [...byProvider.values()],
  }
}
