import type { LiveEventName, LivePayloads } from '@wardtrack/contracts'

/** An event on its way to the streams. */
export type Sent<N extends LiveEventName = LiveEventName> = { event: N; payload: LivePayloads[N] }

/** Who gets an event of everybody's: sessions that may see assets (perhaps patients), or every session. */
export type Audience = 'all' | 'assets' | 'patients'

/** An event as text of the wire. @see the HTML standard, server-sent events */
export const wireText = (id: string, { event, payload }: Sent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(payload)}\n\n`
