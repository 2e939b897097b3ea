import type { LiveEventName, LivePayloads } from '@wardtrack/contracts'

/** An event on its way to the streams. */
export type LiveMessage<N extends LiveEventName = LiveEventName> = { event: N; payload: LivePayloads[N] }

/** An event as it is written to the stream. @see the HTML standard, server-sent events */
export const wireText = (id: string, { event, payload }: LiveMessage): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(payload)}\n\n`
