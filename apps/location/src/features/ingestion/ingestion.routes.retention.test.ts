import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createIngestion } from '@wardtrack/ingestion'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

const DAY = 86_400
let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())

it('logs refusals under their provider as counts and codes, without values of the items', async () => {
  hospital.parts.log.level = 'info'
  await hospital.push([
    { provider: 'centrak', tagId: 'SECRET-TAG', mapId: 'SECRET-MAP', x: 1, y: 1 },
    { provider: 'centrak', AssetType: 'Patient', AssetId: 'SECRET-PATIENT' },
  ])
  hospital.parts.log.level = 'silent'
  const file = join(hospital.parts.filesDir, 'logs', 'centrak.log')
  const read = () => readFile(file, 'utf8').catch(() => '')
  await expect.poll(read).toContain('items refused')
  const text = await read()
  const line = JSON.parse(text.split('\n')[0] ?? '') as object
  const codes = { unknown_map: 1, validation: 1 }
  expect(line).toMatchObject({ service: 'centrak', endpoint: 'locations', refused: 2, codes })
  expect(text).not.toContain('SECRET')
})

it('keeps history, refused items and events of unknown assets for the retention period', async () => {
  const { db } = hospital.parts
  await hospital.addAsset({ AssetId: 'P-1' })
  const item = { AssetType: 'Equipment', mapId: 'm1', x: 1, y: 1 }
  await hospital.push([
    { ...item, AssetId: 'P-1', time: ago(89 * DAY) },
    { ...item, AssetId: 'P-1', time: ago(1) },
    {},
  ])
  const [refused] = await db.driver.deadLetters.find({ errors: { $exists: true } }).toArray()
  expect(refused).toBeDefined()
  const long = new Date(Date.now() - 91 * DAY * 1_000)
  await db.driver.locationHistory.updateOne({}, { $set: { time: long } })
  await db.driver.deadLetters.updateMany({}, { $set: { receivedAt: long } })
  const ingestion = createIngestion(hospital.parts)
  expect(await ingestion.pruner.prune()).toBeGreaterThanOrEqual(2)
  await ingestion.close()
  expect(await db.driver.locationHistory.countDocuments()).toBe(1)
  expect(await db.driver.deadLetters.countDocuments()).toBe(0)
})

it('counts the results of items in its metrics, without names', async () => {
  await hospital
    .push([{ AssetType: 'Equipment', AssetId: 'NOBODY', mapId: 'm1', x: 1, y: 1 }])
    .expect(200, answer({ unresolved: 1 }))
  const text = await hospital.parts.metrics.registry.metrics()
  expect(text).toMatch(/wardtrack_ingest_items_total\{endpoint="locations",outcome="unresolved"\} 1/)
  expect(text).toMatch(/wardtrack_ingest_groups_total \d/)
  expect(text).not.toContain('NOBODY')
})
