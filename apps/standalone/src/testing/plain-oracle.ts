import type { PlannedEvent } from './planned-events.ts'

type StateItem = {
  BatteryLevel?: string
  DeviceStatus?: string
  WifiStrength?: string
  InfusionStatus?: string
  alarm?: { code: string; text: string }
  hierarchyId?: string
}
/** A value that lasts from one moment to another, as ISO 8601. */
type Lasting = { asset: string; value: string; from: string; to: string | undefined }

const CONDITION_TEXTS: Readonly<Record<string, string>> = {
  LEVEL_1: 'Battery LEVEL_1',
  BAR_ONE: 'WiFi BAR_ONE',
  'comm-status-offline': 'Offline',
}

/** Expected report contents, computed by simple code from the events alone. */
export type PlainAnswers = {
  /** alarm rows of devices in a bad condition: asset, event, beginning and end */
  conditions: string[]
  /** rows of alarms sent by devices: asset, text and moment */
  alarms: string[]
  /** current place of each asset and the time of its arrival */
  arrivals: string[]
}

/** Computes the expected contents. @param inOrder events sorted by time, all at different moments */
export function plainAnswers(inOrder: readonly PlannedEvent[]): PlainAnswers {
  const states = (['BatteryLevel', 'DeviceStatus', 'WifiStrength'] as const).flatMap((member) =>
    lastingValues(inOrder, (item) => item[member]),
  )
  const places = lastingValues(inOrder, ({ hierarchyId }) => hierarchyId)
  return {
    conditions: states
      .filter(({ value }) => CONDITION_TEXTS[value] !== undefined)
      .map(({ asset, value, from, to }) => [asset, CONDITION_TEXTS[value], from, to ?? ''].join(' '))
      .sort(),
    alarms: inOrder
      .flatMap(({ asset, time, item }) => {
        const { alarm } = item as StateItem
        return alarm ? [[asset, `${alarm.code} ${alarm.text}`, new Date(time).toISOString()].join(' ')] : []
      })
      .sort(),
    arrivals: places
      .filter(({ to }) => to === undefined)
      .map(({ asset, value, from }) => [asset, value, from].join(' '))
      .sort(),
  }
}

function lastingValues(
  inOrder: readonly PlannedEvent[],
  valueOf: (item: StateItem) => string | undefined,
): Lasting[] {
  const found: Lasting[] = []
  const open = new Map<string, Lasting>()
  for (const { asset, time, item } of inOrder) {
    const value = valueOf(item)
    const last = open.get(asset)
    if (value === undefined || last?.value === value) continue
    const from = new Date(time).toISOString()
    if (last) last.to = from
    const next = { asset, value, from, to: undefined }
    open.set(asset, next)
    found.push(next)
  }
  return found
}
