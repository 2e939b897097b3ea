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

/** What reports have to tell, worked out from the events alone, by plain code. */
export type PlainAnswers = {
  /** rows of the alarms of devices in a bad condition: asset, event, beginning and end */
  conditions: string[]
  /** rows of the alarms that devices sent: asset, text and moment */
  alarms: string[]
  /** since when each asset is where it is, and where */
  arrivals: string[]
}

/** Works the answers out. @param inOrder events in the order of time, whose moments differ */
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
    const value = valueOf(item as StateItem)
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
