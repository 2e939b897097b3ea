import { createIngestion } from '@wardtrack/ingestion'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/alert-test.ts'

let h: AlertTest

beforeAll(async () => {
  h = await openAlertTest()
})
afterAll(() => h.close())

test('alerts go when they were resolved longer ago than the retention says; open ones stay', async () => {
  const { geofenceAlerts } = h.parts.db.driver
  const pump = await h.pump('P-1')
  const [old, recent, open] = [await h.raise(pump), await h.raise(pump), await h.raise(pump)]
  const long = new Date(Date.now() - 91 * 86_400_000)
  await geofenceAlerts.updateMany({}, { $set: { createdAt: long, eventTime: long } })
  for (const { id } of [old, recent]) await h.post(`alert/${id}/resolve`).expect(200)
  await geofenceAlerts.updateOne({ _id: old.id }, { $set: { 'resolved.at': long } })
  const ingestion = createIngestion(h.parts)
  expect(await ingestion.pruner.prune()).toBe(1)
  await ingestion.close()
  const remaining = await geofenceAlerts.find().toArray()
  expect(new Set(remaining.map(({ _id }) => _id))).toEqual(new Set([recent.id, open.id]))
})
