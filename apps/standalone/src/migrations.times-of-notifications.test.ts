import { createApiService } from '@wardtrack/api'
import { EVERYBODY, type NotificationDoc, Types } from '@wardtrack/database'
import { MIGRATIONS } from '@wardtrack/migrations'
import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService])
})
afterAll(() => app.close())

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 1, 12, minute))
const notification = (_id: string, createdAt: Date): Omit<NotificationDoc, 'eventTime'> => ({
  _id,
  kind: 'rule',
  rule: 'rule',
  Name: _id,
  Priority: 'Low',
  AssetType: 'Equipment',
  ofPatient: false,
  audience: [EVERYBODY],
  field: 'BatteryLevel',
  entries: [
    { id: _id, asset: new Types.ObjectId(), AssetType: 'Equipment', AssetId: _id, place: '', at: createdAt },
  ],
  createdAt,
})

test('lists notifications by the time of the event, and older ones by the time at which they were raised', async () => {
  const { db, log } = app.parts
  // State left by an earlier version.
  await db.driver.notifications.insertMany([
    notification('old', at(1)),
    notification('older', at(0)),
  ] as NotificationDoc[])
  await MIGRATIONS.find(({ version }) => version === 5)?.run({ db, log })
  await db.driver.notifications.insertMany([
    { ...notification('b', at(9)), eventTime: at(2) },
    { ...notification('a', at(9)), eventTime: at(2) },
    { ...notification('late event', at(10)), eventTime: new Date(at(0).getTime() - 1) },
  ])
  const page = async (number: number): Promise<string[][]> => {
    const answer = await request(app.app)
      .get('/api/notifications')
      .query({ page: number, pagesize: 3 })
      .set(app.people.admin)
      .expect(200)
    return answer.body.data.map(({ id, createdAt }: { id: string; createdAt: string }) => [id, createdAt])
  }
  expect([...(await page(1)), ...(await page(2))]).toEqual([
    ['b', at(2).toISOString()],
    ['a', at(2).toISOString()],
    ['old', at(1).toISOString()],
    ['older', at(0).toISOString()],
    ['late event', new Date(at(0).getTime() - 1).toISOString()],
  ])
})
