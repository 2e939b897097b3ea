import { type Actor, readAssetHistory, type ServiceParts } from '@wardtrack/access'
import type { calls, StatusRow } from '@wardtrack/contracts'
import type { StatusHistoryDoc } from '@wardtrack/database'
import type { Handler } from '@wardtrack/service-kit'

type HistoryService = { page: Handler<Actor, typeof calls.deviceStatusHistory> }

/** Answers which states an asset reported, newest first. */
export function createHistoryService({ db }: Pick<ServiceParts, 'db'>): HistoryService {
  return {
    page: async ({ body }, context) => {
      const reference = { assetId: body.deviceId, assetType: body.assetType }
      const request = { reference, page: body }
      const { rows, total } = await readAssetHistory(db, db.models.statusHistory, request, context)
      return { assets: rows.map(statusRow), maxAssets: total }
    },
  }
}

function statusRow({ time, provider, Fields }: StatusHistoryDoc): StatusRow {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const memberOf = (name: string, member: string): unknown =>
    (Fields[name] as Record<string, unknown> | undefined)?.[member]
  const volume = Fields['VolumeInfused']
  return {
    Time: time.toISOString(),
    'Wifi Strength': text(memberOf('WifiStrength', 'Strength')),
    'Connection Status': text(Fields['DeviceStatus']),
    'Battery Level': text(memberOf('BatteryLevel', 'Level')),
    'Infusion Status': text(Fields['InfusionStatus']),
    ...(typeof volume === 'number' ? { VolumeInfused: volume } : {}),
    ...(provider === '' ? {} : { provider }),
  }
}
