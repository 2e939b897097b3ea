import { hash } from 'node:crypto'
import type { ValidItem } from './read-items.ts'
import type { EventKind } from './unresolved-events.ts'

const TIME_DIGITS = 9
/** The end of a sender's event id, where the sender counts its events. */
const COUNTED_END = /[0-9A-Za-z]{3}$/

/**
 * Returns the identity of an event: its `eventId` if given (with provider and kind), else provider, subject, kind,
 * time and, for a position, its place as sent. The request distinguishes its untimed events from others. An identity with a time begins with it, so that
 * inserts are nearly in index order; 128 bits of SHA-256 follow. For the same reason the last three characters of an
 * `eventId` follow the hash of the others. Consecutive ids of one sender are then adjacent in the index.
 * @param subjectKey see `toSubjectKey`
 * @param eventId the sender's own id of the event
 * @param content distinguishes events of one subject and time; '' when the time is enough
 */
export function eventIdentity(
  kind: EventKind,
  validItem: Pick<ValidItem<unknown>, 'provider' | 'time' | 'ordinal'>,
  subjectKey: string,
  eventId: string | undefined,
  content = '',
): string {
  // No part can contain a line feed: ids refuse control characters.
  const { provider, ordinal } = validItem
  if (eventId !== undefined) {
    const end = COUNTED_END.exec(eventId)?.[0] ?? ''
    return `e${digest(`${kind}\n${provider}\n${eventId.slice(0, eventId.length - end.length)}`)}${end}`
  }
  if (ordinal?.repeatable) return `k${digest(`${kind}\n${provider}\n${subjectKey}\n${ordinal.text}`)}`
  const time = validItem.time.getTime().toString(36).padStart(TIME_DIGITS, '0')
  const unique = ordinal === undefined ? '' : `\n${ordinal.text}`
  const place = content === '' ? '' : `\n${content}`
  return `${time}${digest(`${kind}\n${provider}\n${subjectKey}${unique}${place}`)}`
}

const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)
