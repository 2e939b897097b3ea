import { type Actor, resolveAssetRef, type ServiceParts } from '@wardtrack/access'
import { calls, type StatusRow } from '@wardtrack/contracts'
import { type StatusHistoryDoc, timeCondition } from '@wardtrack/database'
import { type ServedCall, serve } from '@wardtrack/service-kit'

/** The calls of the status history. */
export function historyRoutes(parts: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  const { db } = parts
  return [
    serve(calls.deviceStatusHistory)<Actor>(async ({ body }, context) => {
      const reference = { assetId: body.deviceId, assetType: body.assetType }
      const asset = await resolveAssetRef(db, context.actor, reference)
      context.target('asset', asset._id.toHexString())
      const time = timeCondition(body.createdAt ?? {})
      const filter = { asset: asset._id, ...(time ? { time } : {}) }
      const [rows, maxAssets] = await Promise.all([
        db.driver.statusHistory
          .find(filter)
          .sort({ time: -1 })
          .skip((body.currentPage - 1) * body.items)
          .limit(body.items)
          .toArray(),
        db.driver.statusHistory.countDocuments(filter),
      ])
      return { assets: rows.map(statusRow), maxAssets }
    }),
  ]
}

function statusRow({ time, provider, Fields }: StatusHistoryDoc): StatusRow {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const below = (name: string, member: string): unknown =>
    (Fields[name] as Record<string, unknown> | undefined)?.[member]
  const volume = Fields['VolumeInfused']
  return {
    Time: time.toISOString(),
    'Wifi Strength': text(below('WifiStrength', 'Strength')),
    'Connection Status': text(Fields['DeviceStatus']),
    'Battery Level': text(below('BatteryLevel', 'Level')),
    'Infusion Status': text(Fields['InfusionStatus']),
    ...(typeof volume === 'number' ? { VolumeInfused: volume } : {}),
    ...(provider === '' ? {} : { provider }),
  }
}
