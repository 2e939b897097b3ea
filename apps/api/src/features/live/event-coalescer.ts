import type { LivePayloads } from '@wardtrack/contracts'
import type { BusTopics } from '@wardtrack/database'
import { type Audience, UNFLAGGED_VIEWER, visibleAlert } from '@wardtrack/patient-rule'
import type { LiveMessage } from './recent-events.ts'

/** A message with who may receive it. */
export type AddressedMessage = LiveMessage & { audience: Audience }

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
  /** Whether what is gathered is for people with the patient-data flag alone. */
  private readonly ofPatients: boolean

  constructor(ofPatients: boolean) {
    this.ofPatients = ofPatients
  }

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

  addChange({ ofPatients: _mark, ...payload }: BusTopics['asset.changed']['changes'][number]): void {
    this.changes.set(`${assetKey(payload)} ${payload.change}`, { event: 'asset.changed', payload })
  }

  addAlert(payload: LivePayloads['geofence.alert']): void {
    this.alerts.set(payload.id, payload)
  }

  addConfigChange({ ofPatients: _mark, ...payload }: BusTopics['config.changed']): void {
    this.changes.set(payload.what, { event: 'config.changed', payload })
  }

  /** Takes everything gathered so far, with who may receive it; nothing remains. */
  take(): AddressedMessage[] {
    const messages: LiveMessage[] = [...this.changes.values()]
    for (const payload of this.locations.values()) messages.push({ event: 'asset.location', payload })
    for (const payload of this.statuses.values()) messages.push({ event: 'asset.status', payload })
    const alerts = [...this.alerts.values()].flatMap((alert) => this.alertMessages(alert))
    for (const gathered of [this.changes, this.locations, this.statuses, this.alerts]) gathered.clear()
    return [...messages.map((message) => ({ ...message, audience: this.audienceOf(message) })), ...alerts]
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
