import { MAX_AHEAD_MS } from '@wardtrack/contracts'
import type { z } from 'zod'
import { type ItemRefusal, isRefusal, refuseItem, type ValidItem } from './item-outcome.ts'
import { BrokenLine } from './request-body.ts'

/** Who sends items: a key, or an operator who replays. */
export type Sender = {
  /** provider of items that name none */
  provider?: string
  /** a provider's key: it speaks for no other provider */
  isProviderKey: boolean
  /** tells the untimed items of this request from those of others; the same for a repeat under one Idempotency-Key */
  nonce: { text: string; repeatable: boolean }
}

/** What the common checks need to know. */
export type Checks = {
  schema: z.ZodType
  /** items carry `time` */
  hasTime: boolean
  /** items carry `provider` */
  hasProvider: boolean
  sender: Sender
  now: number
  /** oldest time that is kept */
  oldest: number
  disabled: ReadonlySet<string>
}

type Common = { time?: string; eventId?: string; provider?: string; LocationTags?: unknown }

const MAX_ISSUES = 20

/** Reads raw items: each is taken, or refused with its reasons. */
export function readItems<I>(
  raws: readonly unknown[],
  checks: Checks,
): (ValidItem<I> | readonly ItemRefusal[])[] {
  let untimed = 0
  return raws.map((raw, index) => {
    const item = readItem<I & Common>(raw, checks.schema)
    if (Array.isArray(item)) return item
    const provider = readProvider(item, checks)
    if (isRefusal(provider)) return [provider]
    const time = readTime(item, checks, untimed)
    if (isRefusal(time)) return [time]
    const taken: ValidItem<I> = {
      index,
      item,
      provider,
      time,
      receivedAt: new Date(checks.now),
    }
    if (!checks.hasTime || item.time !== undefined) return taken
    untimed += 1
    if (item.eventId !== undefined) return taken
    const { text, repeatable } = checks.sender.nonce
    return { ...taken, ordinal: { text: `${text}:${index}`, repeatable } }
  })
}

function readItem<I>(raw: unknown, schema: z.ZodType): I | ItemRefusal[] {
  if (raw instanceof BrokenLine) return [refuseItem('', 'validation', 'This line is not valid JSON.')]
  const result = schema.safeParse(raw)
  if (result.success) return result.data as I
  return result.error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => refuseItem(issue.path.map(String).join('.'), 'validation', issue.message))
}

function readProvider(item: Common, checks: Checks): string | ItemRefusal {
  const { sender, disabled } = checks
  const foreign = sender.isProviderKey ? foreignMember(item, sender.provider) : undefined
  if (foreign !== undefined)
    return refuseItem(foreign, 'provider_mismatch', 'This key does not speak for that provider.')
  const named = checks.hasProvider ? item.provider : undefined
  const provider = named ?? sender.provider ?? ''
  return disabled.has(provider)
    ? refuseItem('provider', 'provider_disabled', 'This provider is disabled.')
    : provider
}

/**
 * The member by which an item speaks for another provider than its key's: its `provider`, or that of a tag, for who
 * hands out another's tags moves what that provider reports to assets of its choice.
 */
function foreignMember(item: Common, own: string | undefined): string | undefined {
  const { LocationTags: tags } = item
  // Of a loose item a member can be anything, whatever its type says.
  const provider: unknown = item.provider
  const named = typeof provider === 'string' ? provider.trim().toLowerCase() : provider
  if (named !== undefined && named !== own) return 'provider'
  const foreign = Array.isArray(tags)
    ? tags.findIndex((tag: { Provider?: unknown } | null) => tag?.Provider !== own)
    : -1
  return foreign < 0 ? undefined : `LocationTags.${foreign}.Provider`
}

function readTime(item: Common, checks: Checks, untimed: number): Date | ItemRefusal {
  if (!checks.hasTime) return new Date(checks.now)
  if (item.time === undefined) return new Date(checks.now + untimed)
  const time = Date.parse(item.time)
  if (Number.isNaN(time)) return refuseItem('time', 'validation', 'ISO 8601 with a zone is needed.')
  if (time > checks.now + MAX_AHEAD_MS)
    return refuseItem('time', 'time_in_future', 'The time is more than 5 minutes ahead of the server.')
  if (time < checks.oldest) return refuseItem('time', 'time_too_old', 'The time is older than what is kept.')
  return new Date(time)
}

/** Providers that items name, for the look at which of them are disabled. */
export function providersNamed(raws: readonly unknown[], sender: Sender): Set<string> {
  const named = new Set<string>()
  if (sender.provider) named.add(sender.provider)
  for (const raw of raws) {
    const provider = (raw as { provider?: unknown } | null)?.provider
    if (typeof provider === 'string' && provider.length <= 200) named.add(provider.trim().toLowerCase())
    if (named.size >= 1_000) break
  }
  return named
}
