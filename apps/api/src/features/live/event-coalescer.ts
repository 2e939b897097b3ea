import type { ServiceParts } from '@wardtrack/access'
import type { LivePayloads } from '@wardtrack/contracts'
import { type BusTopics, EVERYBODY, type OfPatients } from '@wardtrack/database'
import { type Audience, mayKnowType, UNFLAGGED_VIEWER, visibleAlert } from '@wardtrack/patient-rule'
import type { AddressedMessage, LiveMessage } from './recent-events.ts'

/**
 * Collector of live events. It keeps only the last of several places of an asset, merges states of an asset, and
 * keeps the order of other events. An asset that reports ten times a second thus costs each stream one event.
 */
export class EventCoalescer {
  private readonly locations = new Map<string, LivePayloads['asset.location']>()
  private readonly statuses = new Map<string, LivePayloads['asset.status']>()
  private readonly notifications = new Map<string, BusTopics['notification'][number]>()
  private readonly alerts = new Map<string, LivePayloads['geofence.alert']>()
  /** Changes of assets and of the configuration, by kind. */
  private readonly changes = new Map<string, LiveMessage>()
  /** True when the collected events are only for users with the patient-data flag. */
  private readonly ofPatients: boolean

  constructor(ofPatients: boolean) {
    this.ofPatients = ofPatients
  }

  get isEmpty(): boolean {
    const gathered = [this.locations, this.statuses, this.alerts, this.notifications, this.changes]
    return gathered.every(({ size }) => size === 0)
  }

  addLocation(payload: LivePayloads['asset.location']): void {
    this.locations.set(assetKey(payload), payload)
  }

  addStatus(payload: LivePayloads['asset.status']): void {
    const before = this.statuses.get(assetKey(payload))
    this.statuses.set(assetKey(payload), before ? mergeStatus(before, payload) : payload)
  }

  addChange({ ofPatients: _mark, ...payload }: BusTopics['asset.changed']['changes'][number]): void {
    this.changes.set(`${assetKey(payload)} ${payload.change}`, { event: 'asset.changed', payload })
  }

  addAlert(payload: LivePayloads['geofence.alert']): void {
    this.alerts.set(payload.id, payload)
  }

  addNotification(addressed: BusTopics['notification'][number]): void {
    this.notifications.set(addressed.notification.id, addressed)
  }

  addConfigChange({ ofPatients: _mark, ...payload }: BusTopics['config.changed']): void {
    this.changes.set(payload.what, { event: 'config.changed', payload })
  }

  /** Takes all collected events with their audiences, and empties the collector. */
  take(): AddressedMessage[] {
    const messages: AddressedMessage[] = []
    // Lists every member by name: spreading objects would cost more than the rest of this work.
    const add = ({ event, payload }: LiveMessage, audience: Audience): void => {
      messages.push({ event, payload, audience })
    }
    for (const message of this.changes.values()) add(message, this.audienceOf(message))
    const assetConditions = this.ofPatients ? 'patients' : 'assets'
    for (const payload of this.locations.values()) add({ event: 'asset.location', payload }, assetConditions)
    for (const payload of this.statuses.values()) add({ event: 'asset.status', payload }, assetConditions)
    for (const alert of this.alerts.values()) messages.push(...this.alertMessages(alert))
    for (const addressed of this.notifications.values()) messages.push(notificationMessage(addressed))
    this.discard()
    return messages
  }

  /** Discards all collected events. */
  discard(): void {
    for (const gathered of [this.changes, this.locations, this.statuses, this.alerts, this.notifications])
      gathered.clear()
  }

  private audienceOf({ payload }: LiveMessage): Audience {
    if ('AssetType' in payload) return this.ofPatients ? 'patients' : 'assets'
    return this.ofPatients ? 'flagged' : 'all'
  }

  /**
   * Creates the messages of an alert: one for users who may see patients, and one without patients, or none, for the
   * others.
   */
  private alertMessages(alert: LivePayloads['geofence.alert']): AddressedMessage[] {
    const withoutPatients = this.ofPatients ? undefined : visibleAlert(alert, UNFLAGGED_VIEWER)
    const event = 'geofence.alert'
    return [
      { event, payload: alert, audience: 'alertsOfPatients' },
      ...(withoutPatients ? [{ event, payload: withoutPatients, audience: 'alerts' } as const] : []),
    ]
  }
}

const notificationMessage = ({
  audience,
  ofPatient,
  notification,
}: BusTopics['notification'][number]): AddressedMessage => ({
  event: 'notification',
  payload: notification,
  audience: ofPatient ? 'notificationsOfPatients' : 'notifications',
  ...(audience.includes(EVERYBODY) ? {} : { recipients: audience }),
})

const assetKey = (asset: { AssetType: string; AssetId: string }): string =>
  `${asset.AssetType}:${asset.AssetId}`

function mergeStatus(
  before: LivePayloads['asset.status'],
  after: LivePayloads['asset.status'],
): LivePayloads['asset.status'] {
  return {
    ...after,
    Fields: { ...before.Fields, ...after.Fields },
    FieldTimes: { ...before.FieldTimes, ...after.FieldTimes },
  }
}

/**
 * Scheduler that decides when pending events are written. The first request after a quiet time is flushed in the same
 * turn of the event loop, with all other events of that turn. Requests within `windowMs` after a flush share the next
 * one. Events on an idle system are not delayed, and a steady flow costs one flush per window.
 */
export class FlushScheduler {
  private readonly flush: () => void
  private readonly windowMs: number
  private immediate: NodeJS.Immediate | undefined
  private window: NodeJS.Timeout | undefined
  private isRequested = false

  constructor(flush: () => void, windowMs: number) {
    this.flush = flush
    this.windowMs = windowMs
  }

  /** Requests a flush. */
  request(): void {
    this.isRequested = true
    if (this.window === undefined) this.immediate ??= setImmediate(() => this.run())
  }

  /** Cancels pending and future flushes. */
  cancel(): void {
    clearImmediate(this.immediate)
    clearTimeout(this.window)
  }

  private run(): void {
    this.immediate = undefined
    this.isRequested = false
    this.window = setTimeout(() => {
      this.window = undefined
      if (this.isRequested) this.run()
    }, this.windowMs)
    this.flush()
  }
}

/** Milliseconds after a flush during which events are collected before the next one. */
const FLUSH_WINDOW_MS = 100

/** Returns true if an asset's event is only for users with the patient-data flag. */
const isOfPatients = ({ AssetType, ofPatients }: { AssetType: string } & OfPatients): boolean =>
  ofPatients === true || !mayKnowType(UNFLAGGED_VIEWER, AssetType)

/** Receiver of collected events. */
type EventSink = {
  /** returns true if a stream is open, or a reader may still reconnect */
  hasReaders(): boolean
  /** writes events with their audiences, in order */
  write(events: readonly AddressedMessage[]): void
  /**
   * records an event that no reader receives. @param ofPatients true when it was only for users with the patient-data
   * flag
   */
  skip(ofPatients: boolean): void
}

/**
 * Collects bus events and passes them to the sink. Events for users with the patient-data flag have a separate
 * channel, so that these events do not change when other users receive theirs.
 * @returns a function that closes the channels; no further events are written
 */
export function openEventChannels({ bus }: Pick<ServiceParts, 'bus'>, sink: EventSink): () => void {
  const createChannel = (ofPatients: boolean) => {
    const pending = new EventCoalescer(ofPatients)
    const flush = (): void => {
      if (sink.hasReaders()) return sink.write(pending.take())
      pending.discard()
      sink.skip(ofPatients)
    }
    return { pending, scheduler: new FlushScheduler(flush, FLUSH_WINDOW_MS) }
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
      'notification',
      (batch) => batch,
      ({ ofPatient }) => ofPatient,
      (pending, event) => pending.addNotification(event),
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
