import { type Actor, readAssetHistory, resolveHistoryAsset, type ServiceParts } from '@wardtrack/access'
import type { calls, StatusRow } from '@wardtrack/contracts'
import type { StatusHistoryDoc } from '@wardtrack/database'
import type { Handler } from '@wardtrack/service-kit'
import { readStateStretches } from './read-state-stretches.ts'
import { stateOf } from './state-of.ts'

type HistoryService = {
  page: Handler<Actor, typeof calls.deviceStatusHistory>
  stretches: Handler<Actor, typeof calls.deviceStateStretches>
}

/** Creates the service that returns an asset's reported states, as single events and as stretches. */
export function createHistoryService({ db }: Pick<ServiceParts, 'db'>): HistoryService {
  return {
    page: async ({ body }, context) => {
      const reference = { assetId: body.deviceId, assetType: body.assetType }
      const request = { reference, page: body }
      const { rows, total } = await readAssetHistory(db, db.models.statusHistory, request, context)
      return { assets: rows.map(statusRow), maxAssets: total }
    },
    stretches: async ({ body: { createdAt, ...reference } }, context) => {
      const asset = await resolveHistoryAsset(db, reference, context)
      return readStateStretches(db, { asset, ...createdAt })
    },
  }
}

function statusRow({ time, provider, Fields }: StatusHistoryDoc): StatusRow {
  const state = stateOf(Fields)
  const volume = Fields['VolumeInfused']
  return {
    Time: time.toISOString(),
    'Wifi Strength': state.WifiStrength,
    'Connection Status': state.DeviceStatus,
    'Battery Level': state.BatteryLevel,
    'Infusion Status': state.InfusionStatus,
    ...(typeof volume === 'number' ? { VolumeInfused: volume } : {}),
    ...(provider === '' ? {} : { provider }),
  }
}
