import type { ServiceParts } from '@wardtrack/access'
import type { LivePayloads } from '@wardtrack/contracts'
import { type BusTopics, EVERYBODY, type OfPatients } from '@wardtrack/database'
import { type Audience, mayKnowType, UNFLAGGED_VIEWER, visibleAlert } from '@wardtrack/patient-rule'
import type { AddressedMessage, LiveMessage } from './recent-events.ts'

/**
 * Gathers live events until they are taken: of several places of an asset the last remains, states of an asset become
 * one, everything else keeps its order. So an asset that reports ten times a second costs each stream one event.
 */
export class EventCoalescer {
  private readonly locations = new Map<string, LivePayloads['asset.location']>()
  private readonly statuses = new Map<string, LivePayloads['asset.status']>()
  private readonly notifications = new Map<string, BusTopics['notification'][number]>()
  private readonly alerts = new Map<string, LivePayloads['geofence.alert']>()
  /** Changes of assets and of the configuration, by what changed. */
  private readonly changes = new Map<string, LiveMessage>()
  /** Whether what is gathered is for people with the patient-data flag alone. */
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

  /** Takes everything gathered so far, with who may receive it; nothing remains. */
  take(): AddressedMessage[] {
    const messages: AddressedMessage[] = []
    // Every member by its name: joining objects costs an event more than all the rest of it here.
    const add = ({ event, payload }: LiveMessage, audience: Audience): void => {
      messages.push({ event, payload, audience })
    }
    for (const message of this.changes.values()) add(message, this.audienceOf(message))
    const ofAssets = this.ofPatients ? 'patients' : 'assets'
    for (const payload of this.locations.values()) add({ event: 'asset.location', payload }, ofAssets)
    for (const payload of this.statuses.values()) add({ event: 'asset.status', payload }, ofAssets)
    for (const alert of this.alerts.values()) messages.push(...this.alertMessages(alert))
    for (const addressed of this.notifications.values()) messages.push(notificationMessage(addressed))
    this.discard()
    return messages
  }

  /** Forgets everything gathered so far. */
  discard(): void {
    for (const gathered of [this.changes, this.locations, this.statuses, this.alerts, this.notifications])
      gathered.clear()
  }

  private audienceOf({ payload }: LiveMessage): Audience {
    if ('AssetType' in payload) return this.ofPatients ? 'patients' : 'assets'
    return this.ofPatients ? 'flagged' : 'all'
  }

  /** An alert for those who may see patients, and for all others without patients, or not at all. */
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
 * Decides when pending events are written. The first request after a quiet time is served in the same turn of the event
 * loop, together with whatever else that turn brings; requests within `windowMs` after a flush share the next one. So an
 * event on an idle system waits for nothing, and a steady flow costs one flush per window.
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

  /** Asks for a flush. */
  request(): void {
    this.isRequested = true
    if (this.window === undefined) this.immediate ??= setImmediate(() => this.run())
  }

  /** Stops: no flush happens any more. */
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

/** After a flush, events are gathered for so long before they are written, in milliseconds. */
const FLUSH_WINDOW_MS = 100

/** Whether nobody without the patient-data flag may be told of an asset's event. */
const isOfPatients = ({ AssetType, ofPatients }: { AssetType: string } & OfPatients): boolean =>
  ofPatients === true || !mayKnowType(UNFLAGGED_VIEWER, AssetType)

/** Where gathered events go. */
type EventSink = {
  /** whether somebody reads events now, or may still come back for them */
  hasReaders(): boolean
  /** writes events with who may receive them, in their order */
  write(events: readonly AddressedMessage[]): void
  /** notes that something happened that nobody is told of. @param ofPatients it was for people with the patient-data flag alone */
  skip(ofPatients: boolean): void
}

/**
 * Gathers what the bus tells and hands it on to be written. What only people with the patient-data flag may know of has
 * a channel of its own: the others are told of their events at the moments at which they would be told without it.
 * @returns closes: nothing is written any more
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
