import { describe, expect, test } from 'vitest'
import { alertRow, confirmStep, openAlertsOf, sentence } from './alert-actions.ts'
import { setUpAlertTest } from './alert-journey.ts'
import { enterFence } from './alert-map.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'

/** Two people who take the same geofence alert on, on the demo hospital with a place of the test's own. */
const running = setUpAlertTest(['Gate pump 1', 'Gate pump 2'])

describe.each([
  ['desktop', 'Gate pump 1'],
  ['phone', 'Gate pump 2'],
] as const)('at %s width', (size, pump) => {
  test('of two people at once one succeeds, and the other is told and sees who', async () => {
    const [winner, loser] = await Promise.all([
      openSignedInPage(running, { size, username: 'm.okafor' }),
      openSignedInPage(running, { size, allowed: /status of 409/, username: 't.brandt' }),
    ])
    await enterFence(running.product, pump)
    for (const { page } of [winner, loser]) {
      await openAlertsOf(page, running.product, pump)
      await page.getByRole('button', { name: `Acknowledge: ${sentence(pump)}` }).click()
      await page.getByRole('dialog').waitFor()
    }
    await confirmStep(winner.page, 'Acknowledge', 'Mine')
    await alertRow(winner.page, pump).getByText('Acknowledged').waitFor()
    await confirmStep(loser.page, 'Acknowledge', 'No, mine')
    await loser.page
      .getByText('Somebody else was faster with this alert. m.okafor has acknowledged it.')
      .waitFor()
    await alertRow(loser.page, pump).getByText('Acknowledged').waitFor()
    const client = await signedInClient(running.product)
    const { fetchedAlerts } = await client.call('geofenceAlerts', { query: { filterData: pump } })
    expect(fetchedAlerts.map(({ acknowledged }) => [acknowledged?.by, acknowledged?.note])).toEqual([
      ['m.okafor', 'Mine'],
    ])
    expect([...winner.complaints, ...loser.complaints]).toEqual([])
    await winner.context.close()
    await loser.context.close()
  })
})
