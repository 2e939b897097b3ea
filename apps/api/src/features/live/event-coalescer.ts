import { visibleAlert } from '@wardtrack/access'
import type { LivePayloads } from '@wardtrack/contracts'
import { PATIENT } from '@wardtrack/database'
import type { Audience, Sent } from './live-event.ts'

type Addressed = Sent & { audience: Audience }

/**
 * Gathers what happens until it is taken: of several places of an asset the last remains, states of an asset become
 * one, the rest keeps its order. So an asset that reports ten times a second costs each stream one event.
 */
export class EventCoalescer {
  private readonly places = new Map<string, LivePayloads['asset.location']>()
  private readonly states = new Map<string, LivePayloads['asset.status']>()
  private readonly alerts = new Map<string, LivePayloads['geofence.alert']>()
  private readonly others = new Map<string, Sent>()

  get isEmpty(): boolean {
    return this.places.size + this.states.size + this.alerts.size + this.others.size === 0
  }

  place(payload: LivePayloads['asset.location']): void {
    this.places.set(keyOf(payload), payload)
  }

  state(payload: LivePayloads['asset.status']): void {
    const before = this.states.get(keyOf(payload))
    this.states.set(keyOf(payload), before ? merged(before, payload) : payload)
  }

  change(payload: LivePayloads['asset.changed']): void {
    this.others.set(`${keyOf(payload)} ${payload.change}`, { event: 'asset.changed', payload })
  }

  alert(payload: LivePayloads['geofence.alert']): void {
    this.alerts.set(payload.id, payload)
  }

  config(payload: LivePayloads['config.changed']): void {
    this.others.set(payload.what, { event: 'config.changed', payload })
  }

  /** Everything gathered so far, with who may hear of it; nothing is left. */
  take(): Addressed[] {
    const sent: Sent[] = [...this.others.values()]
    for (const payload of this.places.values()) sent.push({ event: 'asset.location', payload })
    for (const payload of this.states.values()) sent.push({ event: 'asset.status', payload })
    const alerts = [...this.alerts.values()].flatMap(alertEvents)
    for (const kept of [this.others, this.places, this.states, this.alerts]) kept.clear()
    return [...sent.map((one) => ({ ...one, audience: audienceOf(one) })), ...alerts]
  }
}

/** An alert for those who may see patients, and for the others as they may know it, or not at all. */
function alertEvents(alert: LivePayloads['geofence.alert']): Addressed[] {
  const others = visibleAlert(alert, false)
  const event = 'geofence.alert'
  return [
    { event, payload: alert, audience: 'alertsOfPatients' },
    ...(others ? [{ event, payload: others, audience: 'alerts' } as const] : []),
  ]
}

const keyOf = (asset: { AssetType: string; AssetId: string }): string => `${asset.AssetType}:${asset.AssetId}`

function merged(
  before: LivePayloads['asset.status'],
  after: LivePayloads['asset.status'],
): LivePayloads['asset.status'] {
  return {
    ...after,
    Fields: { ...before.Fields, ...after.Fields },
    FieldTimes: { ...before.FieldTimes, ...after.FieldTimes },
  }
}

function audienceOf({ payload }: Sent): Audience {
  if (!('AssetType' in payload)) return 'all'
  return payload.AssetType === PATIENT ? 'patients' : 'assets'
}
