import { createIngestion } from '@wardtrack/ingestion'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'

let hospital: AlertTest

beforeAll(async () => {
  hospital = await openAlertTest()
})
afterAll(() => hospital.close())

test('deletes alerts resolved before the retention period and keeps open ones', async () => {
  const { geofenceAlerts } = hospital.parts.db.driver
  const pump = await hospital.pump('P-1')
  const [old, recent, open] = [
    await hospital.raise(pump),
    await hospital.raise(pump),
    await hospital.raise(pump),
  ]
  const long = new Date(Date.now() - 91 * 86_400_000)
  await geofenceAlerts.updateMany({}, { $set: { createdAt: long, eventTime: long } })
  for (const { id } of [old, recent]) await hospital.post(`alert/${id}/resolve`).expect(200)
  await geofenceAlerts.updateOne({ _id: old.id }, { $set: { 'resolved.at': long } })
  const ingestion = createIngestion(hospital.parts)
  expect(await ingestion.pruner.prune()).toBe(1)
  await ingestion.close()
  const remaining = await geofenceAlerts.find().toArray()
  expect(new Set(remaining.map(({ _id }) => _id))).toEqual(new Set([recent.id, open.id]))
})
