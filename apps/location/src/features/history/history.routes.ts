import { type Actor, resolveAssetRef, type ServiceParts } from '@wardtrack/access'
import { calls, type LocationRow } from '@wardtrack/contracts'
import type { LocationHistoryDoc } from '@wardtrack/database'
import { type ServedCall, serve } from '@wardtrack/service-kit'

/** Row 24 of calls.md: the places of one asset, newest first. */
export function historyRoutes(parts: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  const { db } = parts
  return [
    serve(calls.getLocationHistory)<Actor>(async ({ body }, context) => {
      const asset = await resolveAssetRef(db, context.actor, body)
      context.target('asset', asset._id.toHexString())
      const of = { asset: asset._id }
      const [rows, maxAssets] = await Promise.all([
        db.locationHistory
          .find(of)
          .sort({ time: -1 })
          .skip((body.currentPage - 1) * body.items)
          .limit(body.items)
          .toArray(),
        db.locationHistory.countDocuments(of),
      ])
      return { assets: rows.map(locationRow), maxAssets }
    }),
  ]
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
    Location: pathText(doc),
    mapId: doc.mapId,
    fullPath: doc.fullPath,
    xCenterPoint: doc.x,
    yCenterPoint: doc.y,
  }
}

/** Level values from the top, joined with '>' (calls.md section 1, 'Values'). */
function pathText({ fullPath }: LocationHistoryDoc): string {
  const depth = (level: string): number => Number(level.slice('Level_'.length))
  return Object.entries(fullPath)
    .sort(([one], [other]) => depth(one) - depth(other))
    .map(([, name]) => name)
    .join('>')
}
