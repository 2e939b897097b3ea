import { expect, test } from 'vitest'
import { takeOnTogether } from './alert-conflict-journey.ts'
import { setUpAlertTest } from './alert-journey.ts'

/** Two people who take the same geofence alert on on phones, on the demo hospital with a place of the test's own. */
const running = setUpAlertTest(['Gate pump 1'])

test('of two people at once one succeeds, and the other is told and sees who', async () => {
  expect(await takeOnTogether(running, 'phone', 'Gate pump 1')).toEqual({
    acknowledged: [['m.okafor', 'Mine']],
    complaints: [],
  })
})
