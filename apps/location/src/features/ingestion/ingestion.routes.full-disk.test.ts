import request from 'supertest'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
  await hospital.addAsset({ AssetId: 'P-1' })
})
afterAll(() => hospital.close())

const item = (n: number) => ({
  AssetType: 'Equipment',
  AssetId: 'P-1',
  mapId: 'm1',
  x: 1,
  y: 1,
  time: ago(1_000 + n),
})
const NO_ROOM = {
  err: 1,
  code: 'unavailable',
  message:
    'The server has no disk space left. Nothing new is stored until space is free; reading still works.',
}
const ready = async () => (await request(hospital.app).get('/health/ready')).body

it('refuses pushes with one reason while the disk is full, keeps reading, and recovers by itself', async () => {
  const full = Object.assign(new Error('The disk is full, nothing was written: MDB'), { code: 14_031 })
  const store = hospital.parts.db.connection.db
  if (!store) throw new Error('no store')
  const command = vi.spyOn(store, 'command').mockRejectedValue(full)
  const refused = await hospital.push([item(1), item(2)])
  expect([refused.status, refused.body]).toEqual([503, expect.objectContaining(NO_ROOM)])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  command.mockRestore()
  // Writes pause for a moment, and readiness reports the reason.
  expect((await hospital.push(item(1))).body).toMatchObject(NO_ROOM)
  expect(await ready()).toMatchObject({ status: 'ok', checks: { store: 'ok', room: 'unavailable' } })
  expect(await hospital.parts.db.driver.locationHistory.countDocuments()).toBe(0)
  await expect.poll(async () => (await hospital.push(item(1))).status, { interval: 500 }).toBe(200)
  expect(await hospital.parts.db.driver.locationHistory.countDocuments()).toBe(1)
  expect(await ready()).toMatchObject({ status: 'ok', checks: { room: 'ok' } })
})
