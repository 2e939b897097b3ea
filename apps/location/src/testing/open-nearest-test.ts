import type { AssetDoc, StoredLocation } from '@wardtrack/database'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { openHospital, type TestHospital } from './open-hospital.ts'

/** The test hospital with a second floor, and shortcuts to add pumps and find the nearest ones. */
export type NearestTest = TestHospital & {
  /** a person without the patient-data flag */
  nurse: Headers
  addPump(AssetId: string, location: StoredLocation | undefined, fields?: object): Promise<AssetDoc>
  /** posts to one of the `nearest.` calls, by default as the nurse */
  ask(call: string, body: object, headers?: Headers): request.Test
}

/** Point on the map `m1` where searches begin. */
export const START = { mapId: 'm1', x: 10, y: 10 }

/** Returns a place on the map `m1`. */
export const placeAt = (x: number, y: number, members: Partial<StoredLocation> = {}): StoredLocation => ({
  mapId: 'm1',
  hierarchyId: 'unit-1',
  fullPath: { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1', Level_4: 'ICU' },
  xCenterPoint: x,
  yCenterPoint: y,
  time: new Date(),
  ...members,
})

/** Opens the hospital. */
export async function openNearestTest(): Promise<NearestTest> {
  const hospital = await openHospital()
  const nurse = await hospital.people.signIn({ username: 'Nora', pages: ['devices'] })
  await request(hospital.app)
    .post('/location/api/ingest/hierarchies')
    .set(hospital.people.key)
    .send([
      {
        hierarchyId: 'floor-3',
        fullName: ['Northfield', 'Tower', 'Floor 3'],
        mapId: 'm3',
        map: { name: 'Floor 3', xDimension: 50, yDimension: 30 },
      },
    ])
    .expect(200)
  return {
    ...hospital,
    nurse,
    addPump: (AssetId, CurrentLocation, Fields = {}) =>
      hospital.addAsset({
        AssetId,
        Fields: { PrimaryCategory: 'Pump', AssetName: `Pump ${AssetId}`, ...Fields },
        ...(CurrentLocation ? { CurrentLocation } : {}),
      }),
    ask: (call, body, headers = nurse) =>
      request(hospital.app).post(`/location/api/nearest.${call}`).set(headers).send(body),
  }
}
