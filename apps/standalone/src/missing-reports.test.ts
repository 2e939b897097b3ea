import { createApiService } from '@wardtrack/api'
import type { Notification } from '@wardtrack/contracts'
import { createLocationService } from '@wardtrack/location'
import { type Headers, openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

// The location service stores the reports, and the API service sends their notifications.
let app: TestApp
let nora: Headers
let otto: Headers
let keeper: Headers
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService])
  nora = await app.people.signIn({ username: 'Nora', pages: ['devices'] })
  otto = await app.people.signIn({ username: 'Otto', pages: ['devices'] })
  keeper = await app.people.signIn({ username: 'Kim', pages: ['assetlist'] })
  await push('/location/api/ingest/hierarchies', [
    { hierarchyId: 'bay2', fullName: ['Site', 'Ward 4', 'Bay 2'] },
    { hierarchyId: 'bay3', fullName: ['Site', 'Ward 4', 'Bay 3'] },
  ])
})
afterAll(() => app.close())
beforeEach(async () => {
  const { driver } = app.parts.db
  for (const store of [driver.notifications, driver.missingReports, driver.assets]) await store.deleteMany()
  app.parts.bus.publish('bus.gap', {})
})

const push = async (path: string, items: object[]): Promise<void> => {
  const { body } = await request(app.app).post(path).set(app.people.key).send(items)
  expect(body).toMatchObject({ refused: 0, unresolved: 0 })
}
const seenIn = (hierarchyId: string, ids: readonly string[]): Promise<void> =>
  push(
    '/location/api/ingest/locations',
    ids.map((AssetId) => ({ AssetType: 'Equipment', AssetId, hierarchyId })),
  )
const addPumps = async (ids: readonly string[]): Promise<void> => {
  const item = (AssetId: string): object => ({
    AssetType: 'Equipment',
    AssetId,
    AssetName: `Pump ${AssetId}`,
    PrimaryCategory: 'Infusion Pump',
  })
  await push('/api/ingest/assets', ids.map(item))
  await seenIn('bay2', ids)
}
const ask = (call: string, assetId: string, as: Headers): request.Test =>
  request(app.app).post(`/location/api/nearest.${call}`).set(as).send({ assetId })
const listed = async (as: Headers): Promise<{ data: Notification[]; unread: number }> =>
  (await request(app.app).get('/api/notifications?pagesize=100').set(as)).body
/** Waits until no notification is pending, and returns a person's notifications. */
const toldTo = async (as: Headers): Promise<Notification[]> => {
  await vi.waitFor(async () => {
    const pendingAssets = await app.parts.db.driver.assets.countDocuments({ 'Rules.raised.id': { $gte: '' } })
    expect(pendingAssets).toBe(0)
  }, TEST_WAIT)
  return (await listed(as)).data
}

test('notifies only the people responsible for the register of a missing report', async () => {
  await addPumps(['1'])
  await ask('reportMissing', '1', nora).expect(200)
  expect(await toldTo(keeper)).toMatchObject([
    {
      kind: 'missing-report',
      Priority: 'Medium',
      asset: { AssetType: 'Equipment', AssetId: '1', Fields: { AssetName: 'Pump 1' } },
      message: 'Pump 1: not found in Bay 2, reported by Nora',
      read: false,
      count: 1,
    },
  ])
  expect((await listed(app.people.noPatients)).unread).toBe(1)
  expect((await listed(nora)).data).toEqual([])
  expect((await listed(otto)).data).toEqual([])
})

test('notifies once when several people miss one pump, and again when it is missed after a sighting', async () => {
  await addPumps(['1'])
  await ask('reportMissing', '1', nora).expect(200)
  await ask('reportMissing', '1', nora).expect(200)
  await toldTo(keeper)
  await ask('reportMissing', '1', otto).expect(200)
  expect(await toldTo(keeper)).toHaveLength(1)
  const earlier = new Date(Date.now() - 16 * 60_000)
  await app.parts.db.driver.notifications.updateMany(
    {},
    { $set: { 'entries.0.at': earlier, eventTime: earlier, createdAt: earlier } },
  )
  await app.parts.db.driver.assets.updateOne({ AssetId: '1' }, { $unset: { Missing: 1 } })
  await seenIn('bay3', ['1'])
  await ask('reportMissing', '1', nora).expect(200)
  expect((await toldTo(keeper)).map(({ message }) => message)).toEqual([
    'Pump 1: not found in Bay 3, reported by Nora',
    'Pump 1: not found in Bay 2, reported by Nora',
  ])
})

test('groups many simultaneous reports into one notification with their number and places', async () => {
  const ids = Array.from({ length: 8 }, (_, n) => `${n}`)
  await addPumps(ids)
  await seenIn('bay3', ids.slice(4))
  for (const id of ids) await ask('reportMissing', id, nora).expect(200)
  const keeperNotifications = await toldTo(keeper)
  expect(keeperNotifications.reduce((sum, { count }) => sum + count, 0)).toBe(8)
  expect(keeperNotifications.length).toBeLessThanOrEqual(6)
  const folded = keeperNotifications.find(({ count }) => count > 1)
  expect(folded?.message).toMatch(/^\d assets, \d times: Infusion Pump, not found in (Ward 4|Bay 3)$/)
})
