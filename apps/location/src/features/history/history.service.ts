import { type Actor, readAssetHistory, resolveHistoryAsset, type ServiceParts } from '@wardtrack/access'
import type { calls, LocationRow } from '@wardtrack/contracts'
import { type LocationHistoryDoc, pathText } from '@wardtrack/database'
import type { WalkingGraphCache } from '@wardtrack/places'
import type { Handler } from '@wardtrack/service-kit'
import { readTrail } from './read-trail.ts'
import { readVisits, VISIT_READS } from './read-visits.ts'
import { withWays } from './way-between.ts'

type HistoryService = {
  page: Handler<Actor, typeof calls.getLocationHistory>
  visits: Handler<Actor, typeof calls.getVisits>
  trail: Handler<Actor, typeof calls.getTrail>
}

/** Creates the service that returns an asset's past places: single positions, visits and a trail. */
export function createHistoryService({
  db,
  walkingGraphs,
}: Pick<ServiceParts, 'db'> & { walkingGraphs: WalkingGraphCache }): HistoryService {
  return {
    page: async ({ body }, context) => {
      const request = { reference: body, page: body }
      const { rows, total } = await readAssetHistory(db, db.models.locationHistory, request, context)
      return { assets: rows.map(locationRow), maxAssets: total }
    },
    visits: async ({ body: { items, createdAt, ...reference } }, context) => {
      const asset = await resolveHistoryAsset(db, reference, context)
      return readVisits(db, { asset, ...createdAt }, { visits: items, ...VISIT_READS })
    },
    trail: async ({ body: { items, createdAt, ...reference } }, context) => {
      const asset = await resolveHistoryAsset(db, reference, context)
      const trail = await readTrail(db, { asset, ...createdAt }, items)
      return { ...trail, positions: withWays(trail.positions, await walkingGraphs.read()) }
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
