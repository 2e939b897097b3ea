import type { ServiceParts } from '@wardtrack/access'
import { type Database, summaryId } from '@wardtrack/database'
import { patient } from './patient-requests.ts'

/** Stores summaries of the patient: a move, an offline period, and a home elsewhere. */
export async function addPast({ models }: Database): Promise<void> {
  const asset = await models.assets.findOne(patient)
  if (!asset) throw new Error('the patient is not there')
  const [from, lastSeenAt] = [new Date(Date.now() - 60_000), new Date(Date.now() - 120_000)]
  const { AssetType, _id } = asset
  const about = { asset: _id, AssetType, from, to: null }
  const previous = { fullPath: { Level_1: 'Elsewhere' }, mapId: null, lastSeenAt }
  await models.visits.create({
    ...about,
    _id: summaryId(from, _id.toHexString()),
    mapId: null,
    fullPath: { Level_1: 'Site' },
    previous,
    differsFrom: 1,
  })
  await models.stateStretches.create({
    ...about,
    _id: summaryId(from, _id.toHexString(), 'DeviceStatus'),
    field: 'DeviceStatus',
    value: 'comm-status-offline',
    condition: { at: from, Location: 'Site', Battery: '' },
  })
  await models.assets.updateOne({ _id }, { $set: { HomeLocation: { fullPath: { Level_1: 'Elsewhere' } } } })
  await models.deviceAlarms.create({
    _id: 'alarm',
    asset: _id,
    AssetType,
    time: from,
    code: 'A1',
    text: 'Fever',
    Location: 'Site',
    Battery: '',
  })
}

/** Publishes events about the patient and a pump, and then a change of reports. */
export function publishLiveEvents(bus: ServiceParts['bus']): void {
  const CurrentLocation = { mapId: 'm', fullPath: {}, xCenterPoint: 1, yCenterPoint: 1 }
  const changed = [patient, { AssetType: 'Equipment', AssetId: 'E-1' }]
  bus.publish(
    'asset.location',
    changed.map((asset) => ({ ...asset, CurrentLocation })),
  )
  bus.publish(
    'asset.status',
    changed.map((asset) => ({ ...asset, Fields: {}, FieldTimes: {} })),
  )
  bus.publish('asset.changed', {
    changes: changed.map((asset) => ({ ...asset, change: 'tags' as const })),
    tagKeys: [],
  })
  bus.publish(
    'notification',
    changed.map((asset) => ({
      audience: ['everybody'],
      ofPatient: asset.AssetType === 'Patient',
      notification: {
        id: asset.AssetId,
        kind: 'rule',
        Name: 'Rule',
        Priority: 'Low',
        asset,
        field: 'Status',
        value: 'x',
        message: asset.AssetId,
        createdAt: new Date().toISOString(),
        read: false,
        count: 1,
        assets: 1,
        place: [],
      },
    })),
  )
  bus.publish('config.changed', { what: 'reports' })
}
