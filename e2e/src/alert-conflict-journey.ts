import { alertRow, confirmStep, openAlertsOf, sentence } from './alert-actions.ts'
import { enterFence } from './alert-map.ts'
import type { BrowserTest, PageOptions } from './browser.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'

/**
 * Lets two users acknowledge the same geofence alert at the same time.
 * @returns user and note of the acknowledgement on the server, and the messages of the browser's console
 */
export async function takeOnTogether(running: BrowserTest, size: PageOptions['size'], pump: string) {
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
    .getByText('Somebody else has already handled this alert. m.okafor has acknowledged it.')
    .waitFor()
  await alertRow(loser.page, pump).getByText('Acknowledged').waitFor()
  const client = await signedInClient(running.product)
  const { fetchedAlerts } = await client.call('geofenceAlerts', { query: { filterData: pump } })
  await winner.context.close()
  await loser.context.close()
  return {
    acknowledged: fetchedAlerts.map(({ acknowledged }) => [acknowledged?.by, acknowledged?.note]),
    complaints: [...winner.complaints, ...loser.complaints],
  }
}
