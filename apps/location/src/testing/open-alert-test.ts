import type { GeofenceAlert } from '@wardtrack/contracts'
import type { AssetDoc, GeofenceAlertDoc, PendingAlert } from '@wardtrack/database'
import { createMetadataMappingCache } from '@wardtrack/ingestion'
import { createPlaceCache } from '@wardtrack/places'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { createAlertRaiser } from '../features/alerts/index.ts'
import { openHospital, type TestHospital } from './open-hospital.ts'
import { pendingAlert } from './pending-alerts.ts'

/** The test hospital with a mapping of three types, and shortcuts to raise and read alerts. */
export type AlertTest = TestHospital & {
  /** live events, in their order */
  published: GeofenceAlert[]
  get(path: string, headers?: Headers): request.Test
  post(path: string, body?: object, headers?: Headers): request.Test
  list(query?: Record<string, string | number>, headers?: Headers): request.Test
  raise(asset: AssetDoc, members?: Partial<PendingAlert>): Promise<PendingAlert>
  pump(assetId: string, fields?: AssetDoc['Fields']): Promise<AssetDoc>
  stored(id: string): Promise<GeofenceAlertDoc | null>
}

/** Opens the hospital. By default, the administrator reads, who sees everything. */
export async function openAlertTest(): Promise<AlertTest> {
  const hospital = await openHospital()
  const { db, bus } = hospital.parts
  const places = createPlaceCache(hospital.parts)
  const mapping = createMetadataMappingCache(hospital.parts)
  const published: GeofenceAlert[] = []
  bus.subscribe('geofence.alert', (batch) => published.push(...batch))
  await db.models.metadata.create({ _id: 'mapping', aliases: {}, types: TYPES })
  const get: AlertTest['get'] = (path, headers = hospital.people.admin) =>
    request(hospital.app).get(`/location/api/geofence/${path}`).set(headers)
  return {
    ...hospital,
    published,
    get,
    post: (path, body = {}, headers = hospital.people.admin) =>
      request(hospital.app).post(`/location/api/geofence/${path}`).set(headers).send(body),
    list: (query = {}, headers = hospital.people.admin) => get('alerts', headers).query(query),
    raise: async (asset, members = {}) => {
      const pending = pendingAlert(asset, members)
      await createAlertRaiser({ ...hospital.parts, places, mapping }).raise([pending])
      return pending
    },
    pump: (AssetId, Fields = {}) => hospital.addAsset({ AssetId, Fields }),
    stored: (_id) => db.driver.geofenceAlerts.findOne({ _id }),
    reset: async () => {
      await hospital.reset()
      await db.driver.geofenceAlerts.deleteMany()
      published.length = 0
    },
    close: async () => {
      mapping.close()
      places.close()
      await hospital.close()
    },
  }
}

const entry = (name: string) => ({
  [name]: {
    Alias: name,
    Model: `Fields.${name}`,
    tableKey: name,
    filterFlag: '1' as const,
    inputType: 'input' as const,
  },
})
const TYPES = {
  Equipment: { ...entry('AssetName'), ...entry('PrimaryCategory') },
  Clinician: {},
  Patient: { ...entry('AssetName'), ...entry('Status') },
}
