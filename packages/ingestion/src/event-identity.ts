import { hash } from 'node:crypto'
import type { ValidItem } from './item-outcome.ts'

/** What kind of event an identity is of. */
export type EventKind = 'location' | 'device-status'

const TIME_DIGITS = 9

/**
 * Identity of an event: its `eventId` when given (with provider and kind), else provider, who, kind and time; what was
 * sent without a time is told apart by its request. It begins with the time where that is part of it, so that inserts
 * come nearly in the order of the index; 128 bits of SHA-256 follow.
 * @param subjectKey see `toSubjectKey`; @param eventId the sender's own id of the event
 */
export function eventIdentity(
  kind: EventKind,
  taken: Pick<ValidItem<unknown>, 'provider' | 'time' | 'ordinal'>,
  subjectKey: string,
  eventId: string | undefined,
): string {
  // None of the parts can hold a line feed: ids refuse control characters.
  const { provider, ordinal } = taken
  if (eventId !== undefined) return `e${digest(`${kind}\n${provider}\n${eventId}`)}`
  if (ordinal?.repeatable) return `k${digest(`${kind}\n${provider}\n${subjectKey}\n${ordinal.text}`)}`
  const time = taken.time.getTime().toString(36).padStart(TIME_DIGITS, '0')
  const unique = ordinal === undefined ? '' : `\n${ordinal.text}`
  return `${time}${digest(`${kind}\n${provider}\n${subjectKey}${unique}`)}`
}

const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

/** Members of an item that name somebody. */
export type SubjectMembers = {
  AssetType?: string | undefined
  AssetId?: string | undefined
  tagId?: string | undefined
}

/**
 * Whom an item is about, as one text: `asset:{AssetType}:{AssetId}`, or `tag:{provider}|{tagId}`. Type and id prevail
 * over a tag. Types and providers hold neither `:` nor `|`, so two different ones never give the same text.
 */
export function toSubjectKey(item: SubjectMembers, provider: string): string {
  return item.AssetType !== undefined && item.AssetId !== undefined
    ? assetSubjectKey(item.AssetType, item.AssetId)
    : `tag:${provider}|${item.tagId ?? ''}`
}

/** {@link toSubjectKey} of an asset by type and id. */
export const assetSubjectKey = (assetType: string, assetId: string): string => `asset:${assetType}:${assetId}`
/** {@link toSubjectKey} of a stored tag key. */
export const tagSubjectKey = (key: string): string => `tag:${key}`
