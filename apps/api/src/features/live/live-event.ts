import type { LiveEventName, LivePayloads } from '@wardtrack/contracts'

/** An event on its way to the streams. */
export type LiveMessage<N extends LiveEventName = LiveEventName> = { event: N; payload: LivePayloads[N] }

/** Who receives an event: every session, or those that may see assets, or alerts, with patients or without. */
export const AUDIENCES = ['all', 'assets', 'patients', 'alerts', 'alertsOfPatients'] as const
/** One of {@link AUDIENCES}. `alerts` has no patients, and no session receives an alert in both forms. */
export type Audience = (typeof AUDIENCES)[number]

/** An event as it is written to the stream. @see the HTML standard, server-sent events */
export const wireText = (id: string, { event, payload }: LiveMessage): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(payload)}\n\n`
