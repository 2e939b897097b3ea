import { beforeAll, describe, expect, test } from 'vitest'
import { alertRow, confirmStep, openAlertsOf, sentence } from './alert-actions.ts'
import { enterFence, setUpAlertMap } from './alert-map.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { demoPeople, openSignedInPage, type Person, personNamed, signedInClient } from './console-session.ts'

/** Two people who take the same geofence alert on, on the demo hospital with a place of the test's own. */
const PUMPS = ['Gate pump 1', 'Gate pump 2']

const running = setUpBrowserTest({
  prepare: async (product) => setUpAlertMap(product, await signedInClient(product), PUMPS),
})
let people: Person[]
beforeAll(async () => {
  people = await demoPeople(running.product)
})

describe.each([
  ['desktop', 'Gate pump 1'],
  ['phone', 'Gate pump 2'],
] as const)('at %s width', (size, shared) => {
  test('of two people at once one succeeds, and the other is told and sees who', async () => {
    const [winner, loser] = await Promise.all([
      openSignedInPage(running.browser, running.product, { size }, personNamed(people, 'm.okafor')),
      openSignedInPage(
        running.browser,
        running.product,
        { size, allowed: /status of 409/ },
        personNamed(people, 't.brandt'),
      ),
    ])
    await enterFence(running.product, shared)
    for (const { page } of [winner, loser]) {
      await openAlertsOf(page, running.product, shared)
      await page.getByRole('button', { name: `Acknowledge: ${sentence(shared)}` }).click()
      await page.getByRole('dialog').waitFor()
    }
    await confirmStep(winner.page, 'Acknowledge', 'Mine')
    await alertRow(winner.page, shared).getByText('Acknowledged').waitFor()
    await confirmStep(loser.page, 'Acknowledge', 'No, mine')
    await loser.page
      .getByText('Somebody else was faster with this alert. m.okafor has acknowledged it.')
      .waitFor()
    await alertRow(loser.page, shared).getByText('Acknowledged').waitFor()
    const client = await signedInClient(running.product)
    const { fetchedAlerts } = await client.call('geofenceAlerts', { query: { filterData: shared } })
    expect(fetchedAlerts.map(({ acknowledged }) => [acknowledged?.by, acknowledged?.note])).toEqual([
      ['m.okafor', 'Mine'],
    ])
    expect([...winner.complaints, ...loser.complaints]).toEqual([])
    await winner.context.close()
    await loser.context.close()
  })
})
