import type { LivePayloads } from '@wardtrack/contracts'
import { type Audience, assetAudience, visibleAlert } from '@wardtrack/patient-rule'
import type { LiveMessage } from './recent-events.ts'

type AddressedMessage = LiveMessage & { audience: Audience }

/**
 * Gathers live events until they are taken: of several places of an asset the last remains, states of an asset become
 * one, everything else keeps its order. So an asset that reports ten times a second costs each stream one event.
 */
export class EventCoalescer {
  private readonly locations = new Map<string, LivePayloads['asset.location']>()
  private readonly statuses = new Map<string, LivePayloads['asset.status']>()
  private readonly alerts = new Map<string, LivePayloads['geofence.alert']>()
  /** Changes of assets and of the configuration, by what changed. */
  private readonly changes = new Map<string, LiveMessage>()

  get isEmpty(): boolean {
    return this.locations.size + this.statuses.size + this.alerts.size + this.changes.size === 0
  }

  addLocation(payload: LivePayloads['asset.location']): void {
    this.locations.set(assetKey(payload), payload)
  }

  addStatus(payload: LivePayloads['asset.status']): void {
    const before = this.statuses.get(assetKey(payload))
    this.statuses.set(assetKey(payload), before ? mergeStatus(before, payload) : payload)
  }

  addChange(payload: LivePayloads['asset.changed']): void {
    this.changes.set(`${assetKey(payload)} ${payload.change}`, { event: 'asset.changed', payload })
  }

  addAlert(payload: LivePayloads['geofence.alert']): void {
    this.alerts.set(payload.id, payload)
  }

  addConfigChange(payload: LivePayloads['config.changed']): void {
    this.changes.set(payload.what, { event: 'config.changed', payload })
  }

  /** Takes everything gathered so far, with who may receive it; nothing remains. */
  take(): AddressedMessage[] {
    const messages: LiveMessage[] = [...this.changes.values()]
    for (const payload of this.locations.values()) messages.push({ event: 'asset.location', payload })
    for (const payload of this.statuses.values()) messages.push({ event: 'asset.status', payload })
    const alerts = [...this.alerts.values()].flatMap(alertMessages)
    for (const gathered of [this.changes, this.locations, this.statuses, this.alerts]) gathered.clear()
    return [...messages.map((message) => ({ ...message, audience: audienceOf(message) })), ...alerts]
  }
}

/** An alert for those who may see patients, and for all others without patients, or not at all. */
function alertMessages(alert: LivePayloads['geofence.alert']): AddressedMessage[] {
  const withoutPatients = visibleAlert(alert, { patientDataAccess: false })
  const event = 'geofence.alert'
  return [
    { event, payload: alert, audience: 'alertsOfPatients' },
    ...(withoutPatients ? [{ event, payload: withoutPatients, audience: 'alerts' } as const] : []),
  ]
}

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

const audienceOf = ({ payload }: LiveMessage): Audience =>
  'AssetType' in payload ? assetAudience(payload.AssetType) : 'all'

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
