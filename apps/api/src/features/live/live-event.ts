import type { LiveEventName, LivePayloads } from '@wardtrack/contracts'

/** An event on its way to the streams. */
export type Sent<N extends LiveEventName = LiveEventName> = { event: N; payload: LivePayloads[N] }

/** Who gets an event of everybody's: every session, or those that may see assets, or alerts, with patients or without. */
export const AUDIENCES = ['all', 'assets', 'patients', 'alerts', 'alertsOfPatients'] as const
/** One of {@link AUDIENCES}. `alerts` has no patients, and nobody is told the same alert in both ways. */
export type Audience = (typeof AUDIENCES)[number]

/** An event as text of the wire. @see the HTML standard, server-sent events */
export const wireText = (id: string, { event, payload }: Sent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(payload)}\n\n`
