import { type Actor, resolveAssetRef, type ServiceParts } from '@wardtrack/access'
import type { calls, LocationRow } from '@wardtrack/contracts'
import { type LocationHistoryDoc, timeCondition, trusted } from '@wardtrack/database'
import type { Handler } from '@wardtrack/service-kit'
import { pathText } from '../../places/place-cache.ts'

type HistoryService = { page: Handler<Actor, typeof calls.getLocationHistory> }

/** Answers where an asset was, newest first. */
export function createHistoryService({ db }: Pick<ServiceParts, 'db'>): HistoryService {
  const { locationHistory } = db.models
  return {
    page: async ({ body }, context) => {
      const { _id: asset } = await resolveAssetRef(db, context.actor, body)
      context.target('asset', asset.toHexString())
      const time = timeCondition(body.createdAt ?? {})
      const filter = { asset, ...(time ? { time: trusted(time) } : {}) }
      const [rows, maxAssets] = await Promise.all([
        locationHistory
          .find(filter)
          .sort({ time: -1 })
          .skip((body.currentPage - 1) * body.items)
          .limit(body.items),
        locationHistory.countDocuments(filter),
      ])
      return { assets: rows.map(locationRow), maxAssets }
    },
  }
}

function locationRow(doc: LocationHistoryDoc): LocationRow {
  const { state } = doc
  return {
    Time: doc.time.toISOString(),
    'Wifi Strength': state.WifiStrength ?? null,
    'Connection Status': state.DeviceStatus ?? null,
    'Battery Level': state.BatteryLevel ?? null,
    'Infusion Status': state.InfusionStatus ?? null,
    ...(state.VolumeInfused === undefined ? {} : { VolumeInfused: state.VolumeInfused }),
    ...(doc.provider === '' ? {} : { provider: doc.provider }),
    Location: pathText(doc.fullPath),
    mapId: doc.mapId,
    fullPath: doc.fullPath,
    xCenterPoint: doc.x,
    yCenterPoint: doc.y,
  }
}
