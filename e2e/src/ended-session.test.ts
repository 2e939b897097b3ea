import type { Client } from '@wardtrack/contracts/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient, signIn } from './console-session.ts'

/** Forms whose session ends during input, and forms on a slow server. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => configure(await signedInClient(product)),
})
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
})

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('a session that is ended elsewhere reports lost input, and continues on the same page', async () => {
    const { browser, product } = running
    const { page, context, complaints, streaming } = await openPage(browser, { size, allowed: /40[13]/ })
    await signIn(page, product)
    await streaming
    await page.goto(`${product.url}/#/mirth-settings`)
    await page.getByRole('textbox', { name: 'Assets', exact: true }).fill('http://127.0.0.1:9/in')
    await client.call('endOtherSessions')
    await page.getByText('Your session has ended. Please sign in again.').waitFor()
    await page.getByText('Unsaved input was lost.').waitFor()
    await page.getByLabel('Username').fill(product.username)
    await page.getByLabel('Password', { exact: true }).fill(product.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/#\/mirth-settings/)
    await page.getByRole('textbox', { name: 'Assets', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('on a slow server two clicks create one key, and Back leaves the page as it was', async () => {
  const { page, context, complaints } = await openSignedInPage(running, {
    size: 'desktop',
  })
  await page.goto(`${running.product.url}/#/admin-config`)
  await page.getByRole('tab', { name: 'Ingestion keys' }).click()
  await context.route(/\/api\/keys$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('HL7 interface')
  await dialog.getByRole('button', { name: 'Create key' }).dblclick()
  await page.getByRole('button', { name: 'Done' }).click()
  const { data } = await client.call('listKeys')
  expect(data.filter(({ name }) => name === 'HL7 interface')).toHaveLength(1)
  await page.goBack()
  await page.getByRole('searchbox', { name: 'Search users' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
