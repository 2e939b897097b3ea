import { expect, test } from 'vitest'
import { setUpAlertTest, workThroughAlert } from './alert-journey.ts'

/** Geofence alerts from the event to the last note, on a phone. */
const running = setUpAlertTest(['Gate pump 1'])

test('an alert appears, opens its map, and is handled until resolved', async () => {
  const journey = await workThroughAlert(running, 'phone', 'Gate pump 1')
  expect(journey).toEqual({ resolveButtons: 0, complaints: [] })
})
