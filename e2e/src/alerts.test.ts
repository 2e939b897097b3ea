import { expect, test } from 'vitest'
import { setUpAlertTest, workThroughAlert } from './alert-journey.ts'

/** Geofence alerts from the event to the last note, in the demo hospital with a separate place for the test. */
const running = setUpAlertTest(['Gate pump 1'])

test('an alert appears, opens its map, and is handled until resolved', async () => {
  const journey = await workThroughAlert(running, 'desktop', 'Gate pump 1')
  expect(journey).toEqual({ resolveButtons: 0, complaints: [] })
})
