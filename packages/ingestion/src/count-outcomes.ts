import type { IngestAnswer, ItemError } from '@wardtrack/contracts'
import type { ItemResult } from './item-outcome.ts'
import type { OutcomeCounts } from './provider-logs.ts'

const MEMBERS = { accepted: 'accepted', duplicate: 'duplicates', unresolved: 'unresolved' } as const

/** Counts outcomes for the answer, and by provider for its log. @param providerOf provider of an item by index */
export function countOutcomes(
  endpoint: string,
  judgements: readonly ItemResult[],
  providerOf: (index: number) => string,
): { answer: IngestAnswer; byProvider: OutcomeCounts[] } {
  const errors: ItemError[] = []
  const byProvider = new Map<string, OutcomeCounts>()
  judgements.forEach((one, index) => {
    const provider = providerOf(index)
    let counts = byProvider.get(provider)
    if (!counts) {
      counts = { endpoint, provider, accepted: 0, duplicates: 0, unresolved: 0, refused: 0, codes: {} }
      byProvider.set(provider, counts)
    }
    if (typeof one === 'string') {
      counts[MEMBERS[one]] += 1
      return
    }
    counts.refused += 1
    const first = one[0]
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
