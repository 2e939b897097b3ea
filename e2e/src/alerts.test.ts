import { expect, test } from 'vitest'
import { setUpAlertTest, workThroughAlert } from './alert-journey.ts'

/** Geofence alerts from the event to the last note, on the demo hospital with a place of the test's own. */
const running = setUpAlertTest(['Gate pump 1'])

test('an alert is raised by itself, leads to its map, and is followed to resolved', async () => {
  const journey = await workThroughAlert(running, 'desktop', 'Gate pump 1')
  expect(journey).toEqual({ resolveButtons: 0, complaints: [] })
})
