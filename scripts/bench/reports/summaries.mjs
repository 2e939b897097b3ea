// Daily events of the report bench's assets, as the product stores them.
import { stretchOf } from '../lasting-summaries.mjs'
import { placeAt } from '../list-hospital.mjs'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ROOMS_OF_FLOOR = 30
/** Visits that an asset begins in a day. */
export const VISITS_A_DAY = 2
/** Changes of a pump's infusion in a day. */
const INFUSIONS_A_DAY = 8
/** Number of assets for each one that is offline, or out of battery, once in a day. */
const ASSETS_OF_A_CONDITION = 10
const ALARMS_OF_A_PUMP = 3
/** Number of assets for each one that raises a geofence alert in a day. */
const ASSETS_OF_AN_ALERT = 12
const INFUSING = ['pump-status-infusing', 'pump-status--not-infusing']
const CONDITIONS = [
  ['DeviceStatus', 'comm-status-offline'],
  ['BatteryLevel', 'LEVEL_1'],
]

/** Returns true if an asset is a pump, which infuses. */
export const isPump = ({ AssetType, Fields }) =>
  AssetType === 'Equipment' && Fields.PrimaryCategory.endsWith('Pump')

/** Returns the levels of a room as documents hold them. */
export const levelsOf = ({ fullName }) =>
  Object.fromEntries(fullName.map((name, level) => [`Level_${level + 1}`, name]))

/** Returns the home room of the n-th asset. */
export const homeOf = (n) => placeAt(n * 7919)

/**
 * Returns the rooms that the n-th asset visits in a cycle. It moves from home to a room of the same floor and back,
 * and then to a room of another floor and back.
 */
const tourOf = (n) => {
  const home = n * 7919
  const floor = Math.floor(home / ROOMS_OF_FLOOR)
  const near = floor * ROOMS_OF_FLOOR + ((home + 1 + (n % 7)) % ROOMS_OF_FLOOR)
  return [home, near, home, home + ROOMS_OF_FLOOR * (1 + (n % 11))].map(placeAt)
}

/** Returns the room of the n-th asset after a number of visits. */
export const roomAfter = (n, visits) => tourOf(n)[(n + visits) % 4]

/**
 * Creates the documents of one day, by collection, in the order of their times.
 * @param {{ assets: object[], day: number, begin: number, end: number, summaryId: Function, fences: object[] }}
 * options `day` counts from the first one; documents that would begin at `end` or later are left out
 */
export function documentsOfDay(options) {
  const { end } = options
  const within = (docs, timeOf) =>
    docs.filter((doc) => timeOf(doc) < end).sort((a, b) => timeOf(a) - timeOf(b) || (a._id < b._id ? -1 : 1))
  return {
    visits: within(visitsOf(options), ({ from }) => from),
    stateStretches: within([...infusionsOf(options), ...conditionsOf(options)], ({ from }) => from),
    deviceAlarms: within(alarmsOf(options), ({ time }) => time),
    geofenceAlerts: within(alertsOf(options), ({ createdAt }) => createdAt),
  }
}

/** Returns a moment of a day, a different one for each asset and turn. */
const momentOf = (begin, n, turn, turns) =>
  begin + Math.floor((DAY_MS / turns) * (turn + (((n * 2_654_435_761 + turn * 97) >>> 0) % 9_973) / 9_973))

function visitsOf({ assets, day, begin, summaryId }) {
  return assets.flatMap(({ _id: asset, AssetType }, n) =>
    Array.from({ length: VISITS_A_DAY }, (_, turn) => {
      const from = new Date(momentOf(begin, n, turn, VISITS_A_DAY))
      const to = new Date(
        turn + 1 < VISITS_A_DAY
          ? momentOf(begin, n, turn + 1, VISITS_A_DAY)
          : momentOf(begin + DAY_MS, n, 0, VISITS_A_DAY),
      )
      const count = day * VISITS_A_DAY + turn
      const [before, room] = [roomAfter(n, count), roomAfter(n, count + 1)]
      const differsFrom = room.fullName.findIndex((name, level) => name !== before.fullName[level]) + 1
      const { mapId, hierarchyId } = room
      const previous = { fullPath: levelsOf(before), mapId: before.mapId, hierarchyId: before.hierarchyId }
      return {
        _id: summaryId(from, asset.toHexString()),
        asset,
        AssetType,
        mapId,
        hierarchyId,
        fullPath: levelsOf(room),
        from,
        to,
        previous: { ...previous, lastSeenAt: from },
        ...(differsFrom > 0 ? { differsFrom } : {}),
      }
    }),
  )
}

function infusionsOf({ assets, begin, summaryId }) {
  return assets.flatMap((item, n) =>
    isPump(item)
      ? Array.from({ length: INFUSIONS_A_DAY }, (_, turn) => {
          const from = new Date(momentOf(begin, n, turn, INFUSIONS_A_DAY))
          const to = new Date(from.getTime() + DAY_MS / INFUSIONS_A_DAY)
          return stretchOf(item, { field: 'InfusionStatus', value: INFUSING[turn % 2], from, to }, summaryId)
        })
      : [],
  )
}

function conditionsOf({ assets, day, begin, summaryId }) {
  return assets.flatMap((item, n) => {
    if ((n + day) % ASSETS_OF_A_CONDITION !== 0) return []
    const from = new Date(momentOf(begin, n, 0, 1))
    const [field, value] = CONDITIONS[n % 2]
    const to = new Date(from.getTime() + HOUR_MS)
    const condition = { at: from, Location: homeOf(n).fullName.join('>'), Battery: 'LEVEL_1' }
    return [{ ...stretchOf(item, { field, value, from, to }, summaryId), condition }]
  })
}

function alarmsOf({ assets, begin }) {
  return assets.flatMap((item, n) =>
    isPump(item)
      ? Array.from({ length: ALARMS_OF_A_PUMP }, (_, turn) => {
          const time = new Date(momentOf(begin, n, turn, ALARMS_OF_A_PUMP))
          const { _id: asset, AssetType } = item
          const alarm = { code: `A${turn}`, text: 'Occlusion', priority: 'high', Battery: 'LEVEL_3' }
          const Location = homeOf(n).fullName.join('>')
          return { _id: `alarm|${time.getTime()}|${n}|${turn}`, asset, AssetType, time, ...alarm, Location }
        })
      : [],
  )
}

function alertsOf({ assets, day, begin, fences }) {
  return assets.flatMap(({ _id: asset, AssetType, AssetId }, n) => {
    if ((n + day) % ASSETS_OF_AN_ALERT !== 0) return []
    const createdAt = new Date(momentOf(begin, n, 0, 1))
    const room = homeOf(n)
    const fence = fences[n % fences.length]
    return [
      {
        _id: `alert|${createdAt.getTime()}|${n}`,
        kind: 'Entry',
        status: 'resolved',
        asset,
        AssetType,
        AssetId,
        ofPatient: AssetType === 'Patient',
        fence: { _id: fence._id.toHexString(), Name: fence.Name, Type: fence.Type, MapId: fence.MapId },
        location: { mapId: room.mapId, fullPath: levelsOf(room), xCenterPoint: 10, yCenterPoint: 10 },
        // biome-ignore lint/suspicious/noThenProperty: the name of the stored member
        then: { Clinicians: [] },
        SearchText: '',
        SearchGrams: [],
        eventTime: createdAt,
        createdAt,
      },
    ]
  })
}
