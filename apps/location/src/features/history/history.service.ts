import {
  type Actor,
  disclosedPatients,
  resolveAssetRef,
  type ServiceParts,
  sessionOf,
} from '@wardtrack/access'
import type { calls, LocationRow } from '@wardtrack/contracts'
import { findHistoryPage, type LocationHistoryDoc, pathText } from '@wardtrack/database'
import type { Handler } from '@wardtrack/service-kit'

type HistoryService = { page: Handler<Actor, typeof calls.getLocationHistory> }

/** Answers where an asset was, newest first. */
export function createHistoryService({ db }: Pick<ServiceParts, 'db'>): HistoryService {
  return {
    page: async ({ body }, context) => {
      const found = await resolveAssetRef(db, context.actor, body)
      const { _id: asset } = found
      context.target('asset', asset.toHexString())
      context.auditDetails(disclosedPatients(sessionOf(context.actor), [found]))
      const { rows, total } = await findHistoryPage(db.models.locationHistory, asset, body)
      return { assets: rows.map(locationRow), maxAssets: total }
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
