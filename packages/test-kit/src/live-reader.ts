import type { LiveEvent } from '@wardtrack/contracts'
import type { Headers } from './test-people.ts'

/** A received event with its id. */
export type ReadEvent = LiveEvent & { id: string }

/** A reader of a live stream. */
export type LiveReader = {
  status: number
  headers: globalThis.Headers
  /** all events received so far */
  events: ReadEvent[]
  /** resolves with the first event that passes, received already or not; rejects when the stream ends earlier */
  until(passes: (event: ReadEvent) => boolean): Promise<ReadEvent>
  /** resolves when the server has ended the stream */
  ended: Promise<void>
  close(): void
}

/** Opens a live stream. @param url address of the stream @param headers session, and id of the last event read */
export async function openLiveReader(url: string, headers: Headers): Promise<LiveReader> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const events: ReadEvent[] = []
  const waiting = new Set<() => void>()
  let isEnded = false
  const ended = readAll(response, events, () => {
    for (const check of waiting) check()
  }).finally(() => {
    isEnded = true
    for (const check of waiting) check()
  })
  ended.catch(() => {})
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended,
    close: () => abort.abort(),
    until: (passes) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = events.find(passes)
          if (!found && !isEnded) return
          waiting.delete(check)
          if (found) resolve(found)
          else reject(new Error(`the stream ended after ${JSON.stringify(events)}`))
        }
        waiting.add(check)
        check()
      }),
  }
}

async function readAll(response: Response, events: ReadEvent[], onEvent: () => void): Promise<void> {
  const text = new TextDecoder()
  let unread = ''
  for await (const chunk of response.body ?? []) {
    const parts = (unread + text.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
    unread = parts.pop() ?? ''
    for (const part of parts) if (!part.startsWith(':')) events.push(eventOf(part))
    onEvent()
  }
}

function eventOf(part: string): ReadEvent {
  const members = Object.fromEntries(
    part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const { id = '', event = '', data = '' } = members
  return { id, event, data: JSON.parse(data) as unknown } as ReadEvent
}
