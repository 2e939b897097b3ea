import { expect, test } from 'vitest'
import { alertRow } from './alert-actions.ts'
import { setUpAlertTest, workThroughAlert } from './alert-journey.ts'
import { enterFence } from './alert-map.ts'
import { openSignedInPage } from './console-session.ts'

/** Geofence alerts from the event to the last note, on the demo hospital with a place of the test's own. */
const running = setUpAlertTest(['Gate pump 1', 'Gate pump 2'])

test('an alert is raised by itself, leads to its map, and is followed to resolved', async () => {
  const journey = await workThroughAlert(running, 'desktop', 'Gate pump 1')
  expect(journey).toEqual({ resolveButtons: 0, complaints: [] })
})

test('an alert stands in an open list, and in the count of the menu, without reload', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/geofence-alerts`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await enterFence(running.product, 'Gate pump 2')
  await alertRow(page, 'Gate pump 2').getByText('New').waitFor()
  await page.getByRole('link', { name: /^Geofence Alerts\s*\d+\+? open$/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
