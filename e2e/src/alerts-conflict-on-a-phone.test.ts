import { expect, test } from 'vitest'
import { takeOnTogether } from './alert-conflict-journey.ts'
import { setUpAlertTest } from './alert-journey.ts'

/**
 * Two users acknowledge the same geofence alert on phones, in the demo hospital with a separate place for the test.
 */
const running = setUpAlertTest(['Gate pump 1'])

test('of two simultaneous users one succeeds, and the other sees a message and the user', async () => {
  expect(await takeOnTogether(running, 'phone', 'Gate pump 1')).toEqual({
    acknowledged: [['m.okafor', 'Mine']],
    complaints: [],
  })
})
