import {
  cleanIdentifier,
  type IngestAnswer,
  type ItemCode,
  type ItemError,
  isEmptyText,
  MAX_AHEAD_MS,
  type Scope,
} from '@wardtrack/contracts'
import type { z } from 'zod'
import type { OutcomeCounts } from './provider-logs.ts'
import { addReason } from './refusal-reasons.ts'
import { BrokenItem } from './request-body.ts'

/** Reason for the refusal of an item: the member's dotted path, a code, and a text for people without values. */
export type ItemRefusal = { path: string; code: ItemCode; message: string }

/** Outcome of one item. */
export type Outcome = 'accepted' | 'duplicate' | 'unresolved' | ItemRefusal

/** Outcome of one raw item, or all reasons for its refusal (the answer contains the first). */
export type ItemResult = Exclude<Outcome, ItemRefusal> | readonly ItemRefusal[]

/** An item that passed the common checks, ready for its endpoint. */
export type ValidItem<I> = {
  /** position within the request */
  index: number
  item: I
  /** lower case; from the item, else from the key, else '' */
  provider: string
  /** time of the event; for untimed items the receive time, with a millisecond between items */
  time: Date
  /** true when the item has no time */
  untimed: boolean
  receivedAt: Date
  /** id of its key */
  keyId?: string
  /**
   * Unique text of an item with neither time nor eventId. It is `repeatable` when a repeat of the request gives the
   * same text (Idempotency-Key), though at another time.
   */
  ordinal?: { text: string; repeatable: boolean }
}

/** Creates a refusal of one item. */
export const refuseItem = (path: string, code: ItemCode, message: string): ItemRefusal => ({
  path,
  code,
  message,
})

/** Returns true if an outcome is a refusal. */
export const isRefusal = (outcome: unknown): outcome is ItemRefusal =>
  typeof outcome === 'object' && outcome !== null && 'code' in outcome && 'path' in outcome

const ANSWER_MEMBERS = { accepted: 'accepted', duplicate: 'duplicates', unresolved: 'unresolved' } as const

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
      counts = {
        endpoint,
        provider,
        accepted: 0,
        duplicates: 0,
        unresolved: 0,
        refused: 0,
        codes: {},
        reasons: {},
      }
      byProvider.set(provider, counts)
    }
    if (typeof result === 'string') {
      counts[ANSWER_MEMBERS[result]] += 1
      return
    }
    counts.refused += 1
    const first = result[0]
    if (!first) return
    counts.codes[first.code] = (counts.codes[first.code] ?? 0) + 1
    addReason(counts.reasons, first)
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

/** The sender of items: a key, or an operator who replays. */
export type Sender = {
  /** id of the key; absent when an operator replays */
  keyId?: string
  /** provider of items without one */
  provider?: string
  /** true for a provider's key, which may not send for other providers */
  isProviderKey: boolean
  /** endpoints that its key may use; all when left out */
  scopes?: readonly Scope[]
  /** distinguishes the untimed items of this request from others; the same for a repeat under one Idempotency-Key */
  nonce: {
    text: string
    repeatable: boolean
    /** unique texts by index, in place of the text with the item's index */
    itemTexts?: readonly string[]
  }
}

/** Parameters of the common checks. */
export type Checks = {
  schema: z.ZodType
  /** true when items have a `time` */
  hasTime: boolean
  /** true when items have a `provider` */
  hasProvider: boolean
  sender: Sender
  now: number
  /** oldest accepted time */
  oldest: number
  disabled: ReadonlySet<string>
}

type Common = { time?: string | number; eventId?: string; provider?: string; LocationTags?: unknown }

const MAX_ISSUES = 20

/** Creates the function that checks the raw items of a request in order: it returns an item or its refusals. */
export function createItemReader<I>(checks: Checks): (raw: unknown) => ValidItem<I> | readonly ItemRefusal[] {
  let index = -1
  let untimed = 0
  const receivedAt = new Date(checks.now)
  return (raw) => {
    index += 1
    const item = readItem<I & Common>(raw, checks)
    if (Array.isArray(item)) return item
    const provider = readProvider(item, checks)
    if (isRefusal(provider)) return [provider]
    const time = readTime(item, checks, untimed)
    if (isRefusal(time)) return [time]
    const validItem: ValidItem<I> = {
      index,
      item,
      provider,
      time,
      untimed: checks.hasTime && item.time === undefined,
      receivedAt,
    }
    if (checks.sender.keyId !== undefined) validItem.keyId = checks.sender.keyId
    if (!validItem.untimed) return validItem
    untimed += 1
    if (item.eventId !== undefined) return validItem
    const { text, repeatable, itemTexts } = checks.sender.nonce
    return { ...validItem, ordinal: { text: itemTexts?.[index] ?? `${text}:${index}`, repeatable } }
  }
}

/**
 * Returns an event without members that are texts without characters: they are no values. Members of objects are
 * checked too; lists stay. An empty time stays and is refused: the present would be a wrong time.
 */
function withoutEmptyTexts(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  let event = raw as Record<string, unknown>
  for (const [name, value] of Object.entries(raw)) {
    const present = isEmptyText(value) && name !== 'time' ? undefined : withoutEmptyTexts(value)
    if (present === value) continue
    if (event === raw) event = { ...raw }
    if (present === undefined) delete event[name]
    else event[name] = present
  }
  return event
}

function readItem<I>(raw: unknown, { schema, hasTime }: Checks): I | ItemRefusal[] {
  if (raw instanceof BrokenItem) return [refuseItem('', 'validation', raw.reason)]
  const result = schema.safeParse(hasTime ? withoutEmptyTexts(raw) : raw)
  if (result.success) return result.data as I
  return result.error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => refuseItem(issue.path.map(String).join('.'), 'validation', issue.message))
}

function readProvider(item: Common, checks: Checks): string | ItemRefusal {
  const { sender, disabled } = checks
  const foreign = sender.isProviderKey ? foreignMember(item, sender.provider) : undefined
  if (foreign !== undefined)
    return refuseItem(foreign, 'provider_mismatch', 'This key belongs to another provider.')
  const named = checks.hasProvider ? item.provider : undefined
  const provider = named ?? sender.provider ?? ''
  return disabled.has(provider)
    ? refuseItem('provider', 'provider_disabled', 'This provider is disabled.')
    : provider
}

/**
 * Returns the path of the member that names another provider than the key's: `provider`, or the provider of a tag. A
 * sender that assigns another provider's tags could move that provider's positions to any asset.
 */
function foreignMember(item: Common, senderProvider: string | undefined): string | undefined {
  const { LocationTags: tags } = item
  // A member of a loose item can have any type, whatever its declaration says.
  const provider: unknown = item.provider
  const named = typeof provider === 'string' ? cleanIdentifier(provider).toLowerCase() : provider
  if (named !== undefined && named !== senderProvider) return 'provider'
  const foreign = Array.isArray(tags)
    ? tags.findIndex((tag: { Provider?: unknown } | null) => tag?.Provider !== senderProvider)
    : -1
  return foreign < 0 ? undefined : `LocationTags.${foreign}.Provider`
}

function readTime(item: Common, checks: Checks, untimed: number): Date | ItemRefusal {
  if (!checks.hasTime) return new Date(checks.now)
  if (item.time === undefined) return new Date(checks.now + untimed)
  const time = typeof item.time === 'number' ? item.time : Date.parse(item.time)
  if (Number.isNaN(time)) return refuseItem('time', 'validation', 'This is not a time.')
  if (time > checks.now + MAX_AHEAD_MS)
    return refuseItem('time', 'time_in_future', 'The time is more than 5 minutes ahead of the server.')
  if (time < checks.oldest) return refuseItem('time', 'time_too_old', 'The time is older than the retention.')
  return new Date(time)
}

/** Returns the providers that items name, to check which of them are disabled. */
export function providersNamed(raws: readonly unknown[], sender: Sender): Set<string> {
  const named = new Set<string>()
  if (sender.provider) named.add(sender.provider)
  for (const raw of raws) {
    const provider = (raw as { provider?: unknown } | null)?.provider
    if (typeof provider === 'string' && provider.length <= 200)
      named.add(cleanIdentifier(provider).toLowerCase())
    if (named.size >= 1_000) break
  }
  return named
}
