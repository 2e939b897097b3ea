import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocationService } from '../../index.ts'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())

/** Simulates a start: opens another service on the same parts. */
const restart = async () => (await createLocationService(hospital.parts)).close?.()
const mark = (mapId: string, hierarchyId: string) =>
  hospital.parts.db.driver.system.insertOne({ _id: `map-upload/${mapId}`, value: hierarchyId })

it('completes an upload interrupted after its file was stored: size, positions, mark', async () => {
  await hospital.addAsset({ AssetId: 'P-1' })
  await hospital.push({ AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 10, y: 10, time: ago(5) })
  const jpeg = await sharp({ create: { width: 1_000, height: 900, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  await writeFile(join(hospital.parts.filesDir, 'images', 'Maps', 'm1.jpg'), jpeg)
  await mark('m1', 'floor-1')
  const published: unknown[] = []
  const stop = hospital.parts.bus.subscribe('config.changed', (event) => published.push(event))
  await restart()
  stop()
  expect(published).toEqual([{ what: 'maps' }])
  const { db } = hospital.parts
  expect(await db.driver.maps.findOne({ _id: 'm1' })).toMatchObject({ width: 1_000, height: 900 })
  const place = { xCenterPoint: 200, yCenterPoint: 300 }
  expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject(place)
  expect(await db.driver.system.countDocuments({ _id: 'map-upload/m1' })).toBe(0)
  await mark('m1', 'floor-1')
  await restart()
  expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject(place)
})

it('discards an upload interrupted before its file was stored', async () => {
  await mark('m9', 'floor-2')
  await restart()
  const { db, filesDir } = hospital.parts
  expect(await db.driver.system.countDocuments({ _id: 'map-upload/m9' })).toBe(0)
  expect(await db.driver.maps.countDocuments({ _id: 'm9' })).toBe(0)
  expect(existsSync(join(filesDir, 'images', 'Maps', 'm9.jpg'))).toBe(false)
})
