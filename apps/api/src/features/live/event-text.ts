import type { LiveEventName, LivePayloads } from '@wardtrack/contracts'
import { AUDIENCES, type Audience, mayReceive } from '@wardtrack/patient-rule'
import type { StreamRights } from './stream-rights.ts'

/** An event on its way to the streams. */
export type LiveMessage<N extends LiveEventName = LiveEventName> = { event: N; payload: LivePayloads[N] }

/** An event as it is written to the stream. @see the HTML standard, server-sent events */
export const wireText = (id: string, { event, payload }: LiveMessage): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(payload)}\n\n`

type EventText = { audience: Audience; text: string }

/**
 * The text of events for given rights.
 * @returns undefined when it is longer than `maxCharacters`; no more than that is joined
 */
export function joinTexts(
  events: readonly EventText[],
  rights: StreamRights,
  maxCharacters = Number.POSITIVE_INFINITY,
): string | undefined {
  const texts: string[] = []
  let characters = 0
  for (const { audience, text } of events) {
    if (!mayReceive(rights, audience)) continue
    characters += text.length
    if (characters > maxCharacters) return undefined
    texts.push(text)
  }
  return texts.join('')
}

/** The text of a batch by rights; there are few kinds of rights and many streams, so each text is joined once. */
export function textByRights(events: readonly EventText[]): (rights: StreamRights) => string {
  const texts = new Map<string, string>()
  return (rights) => {
    const kind = AUDIENCES.filter((audience) => mayReceive(rights, audience)).join()
    const text = texts.get(kind) ?? joinTexts(events, rights) ?? ''
    texts.set(kind, text)
    return text
  }
}
