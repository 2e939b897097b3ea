import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLocationService } from '../../create-location-service.ts'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'

let hospital: AlertTest
/** Another process on the same store, which receives no change notifications. */
let second: TestApp
const entry = (name: string, member: string, Options: Record<string, { alias: string }>) => ({
  [name]: {
    Alias: name,
    Model: `Fields.${name}.${member}`,
    tableKey: name,
    filterFlag: '1' as const,
    inputType: 'select' as const,
    Options,
  },
})

async function setAliases(battery: Record<string, { alias: string }>): Promise<void> {
  const Equipment = {
    ...entry('BatteryLevel', 'Level', battery),
    ...entry('WifiStrength', 'Strength', { BAR_TWO: { alias: 'Weak' } }),
  }
  await hospital.parts.db.models.metadata.updateOne(
    { _id: 'mapping' },
    { $set: { 'types.Equipment': Equipment } },
  )
  hospital.parts.bus.publish('config.changed', { what: 'metadata' })
}

beforeAll(async () => {
  hospital = await openAlertTest()
  second = await openTestApp([createLocationService], { cacheMode: 'shared', storeOf: hospital })
})
beforeEach(() => hospital.reset())
afterAll(async () => {
  await second.close()
  await hospital.close()
})

const FIELDS = { BatteryLevel: { Level: 'LEVEL_1' }, WifiStrength: { Strength: 'BAR_TWO' } }
const thenOf = async (id: string) => (await hospital.get(`alert/${id}`)).body.data.AssetThen

test('answers an alert with the current aliases of its codes in every process', async () => {
  await setAliases({ LEVEL_1: { alias: 'Critical' } })
  const { id } = await hospital.raise(await hospital.pump('P-1', FIELDS))
  expect(await thenOf(id)).toMatchObject({
    Battery: 'Critical',
    BatteryCode: 'LEVEL_1',
    WiFi: 'Weak',
    WiFiCode: 'BAR_TWO',
  })
  const elsewhere = async () =>
    (await request(second.app).get('/location/api/geofence/alerts').set(hospital.people.admin)).body
      .fetchedAlerts[0].AssetThen.Battery
  expect(await elsewhere()).toBe('Critical')
  await setAliases({ LEVEL_1: { alias: 'Almost empty' } })
  expect((await thenOf(id)).Battery).toBe('Almost empty')
  expect((await hospital.list()).body.fetchedAlerts[0].AssetThen.Battery).toBe('Almost empty')
  await expect.poll(elsewhere).toBe('Almost empty')
})

test('answers a code that was removed from the mapping with its alias at the time of the alert', async () => {
  await setAliases({ LEVEL_1: { alias: 'Critical' } })
  const { id } = await hospital.raise(await hospital.pump('P-1', FIELDS))
  await setAliases({ LEVEL_2: { alias: 'Low' } })
  expect((await thenOf(id)).Battery).toBe('Critical')
  const steps = await hospital.post(`alert/${id}/acknowledge`)
  expect(steps.body.data.AssetThen.Battery).toBe('Critical')
})

test('answers a code that was never in the mapping unchanged', async () => {
  await setAliases({})
  const { id } = await hospital.raise(await hospital.pump('P-1', FIELDS))
  expect(await thenOf(id)).toMatchObject({ Battery: 'LEVEL_1', BatteryCode: 'LEVEL_1' })
})

test('answers an old alert that was stored without codes', async () => {
  await setAliases({ LEVEL_1: { alias: 'Critical' } })
  const { id } = await hospital.raise(await hospital.pump('P-1', FIELDS))
  await hospital.parts.db.driver.geofenceAlerts.updateOne(
    { _id: id },
    { $unset: { 'then.BatteryCode': '', 'then.WiFiCode': '' } },
  )
  await setAliases({ LEVEL_1: { alias: 'Changed' } })
  expect(await thenOf(id)).toEqual({ Battery: 'Critical', WiFi: 'Weak', Clinicians: [] })
})
