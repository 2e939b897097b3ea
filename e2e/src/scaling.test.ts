import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'

/** Settings of Redis and Kafka, which are saved separately and show their use. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => configure(await signedInClient(product)),
})

test.each(['desktop', 'phone'] as const)(
  'Redis is switched on, shows its state, and is switched off again: %s',
  async (size) => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/scaling-option`)
    const redis = page.getByRole('region', { name: 'Redis' })
    const kafka = page.getByRole('region', { name: 'Kafka' })
    await redis.getByText('Off', { exact: true }).waitFor()
    await redis.getByRole('textbox', { name: 'Minimum number of devices' }).fill('7')
    await redis.getByRole('switch', { name: 'Active' }).click()
    await redis.getByRole('button', { name: 'Save Redis' }).click()
    await page.getByText('Setting Saved').first().waitFor()
    await redis.getByText('Below threshold', { exact: true }).waitFor()
    await redis.getByText('0 of 7').waitFor()
    expect(await kafka.getByText('Off', { exact: true }).count()).toBe(1)
    await page.getByText('Now', { exact: true }).first().waitFor()

    await redis.getByRole('textbox', { name: 'Minimum number of devices' }).fill('0')
    await redis.getByRole('button', { name: 'Save Redis' }).click()
    await redis.getByText('Unavailable', { exact: true }).waitFor()
    await redis.getByText(/Redis is not configured/).waitFor()

    await redis.getByRole('switch', { name: 'Active' }).click()
    await redis.getByRole('button', { name: 'Save Redis' }).click()
    await redis.getByText('Off', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('an invalid threshold is reported at its field, and nothing is saved', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop', allowed: /400/ })
  await page.goto(`${running.product.url}/#/scaling-option`)
  const kafka = page.getByRole('region', { name: 'Kafka' })
  await kafka.getByRole('textbox', { name: 'Minimum number of devices' }).fill('many')
  await kafka.getByRole('button', { name: 'Save Kafka' }).click()
  await kafka.getByText('Enter a whole number of devices from 0 to 1,000,000,000.').waitFor()
  await kafka.getByText('Off', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
