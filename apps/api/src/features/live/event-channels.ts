import type { ServiceParts } from '@wardtrack/access'
import type { BusTopics, OfPatients } from '@wardtrack/database'
import { mayKnowType, UNFLAGGED_VIEWER, visibleAlert } from '@wardtrack/patient-rule'
import { type AddressedMessage, EventCoalescer } from './event-coalescer.ts'
import { FlushScheduler } from './flush-scheduler.ts'

/** After a flush, events are gathered for so long before they are written, in milliseconds. */
const FLUSH_WINDOW_MS = 100

/** Whether nobody without the patient-data flag may be told of an asset's event. */
const isOfPatients = ({ AssetType, ofPatients }: { AssetType: string } & OfPatients): boolean =>
  ofPatients === true || !mayKnowType(UNFLAGGED_VIEWER, AssetType)

/**
 * Gathers what the bus tells and hands it on to be written. What only people with the patient-data flag may know of has
 * a channel of its own: the others are told of their events at the moments at which they would be told without it.
 * @param write writes events with who may receive them, in their order
 * @returns closes: nothing is written any more
 */
export function openEventChannels(
  { bus }: Pick<ServiceParts, 'bus'>,
  write: (events: readonly AddressedMessage[]) => void,
): () => void {
  const createChannel = (ofPatients: boolean) => {
    const pending = new EventCoalescer(ofPatients)
    return { pending, scheduler: new FlushScheduler(() => write(pending.take()), FLUSH_WINDOW_MS) }
  }
  const visible = createChannel(false)
  const hidden = createChannel(true)
  const subscribe = <N extends keyof BusTopics, E>(
    topic: N,
    eventsOf: (payload: BusTopics[N]) => readonly E[],
    isHidden: (event: E) => boolean,
    add: (pending: EventCoalescer, event: E) => void,
  ) =>
    bus.subscribe(topic, (payload) => {
      for (const event of eventsOf(payload)) add((isHidden(event) ? hidden : visible).pending, event)
      for (const { pending, scheduler } of [visible, hidden]) if (!pending.isEmpty) scheduler.request()
    })
  const unsubscribes = [
    subscribe(
      'asset.location',
      (batch) => batch,
      isOfPatients,
      (pending, event) => pending.addLocation(event),
    ),
    subscribe(
      'asset.status',
      (batch) => batch,
      isOfPatients,
      (pending, event) => pending.addStatus(event),
    ),
    subscribe(
      'asset.changed',
      ({ changes }) => changes,
      isOfPatients,
      (pending, event) => pending.addChange(event),
    ),
    subscribe(
      'geofence.alert',
      (batch) => batch,
      (alert) => visibleAlert(alert, UNFLAGGED_VIEWER) === undefined,
      (pending, event) => pending.addAlert(event),
    ),
    subscribe(
      'config.changed',
      (event) => [event],
      ({ ofPatients }) => ofPatients === true,
      (pending, event) => pending.addConfigChange(event),
    ),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    for (const { scheduler } of [visible, hidden]) scheduler.cancel()
  }
}
