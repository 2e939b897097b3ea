import { readFile } from 'node:fs/promises'
import type { Client } from '@wardtrack/contracts/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, openSignedInPage, signedInClient } from './console-session.ts'

/** The audit log is filtered, verified and exported. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => configure(await signedInClient(product)),
})
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
  await client.call('createUser', {
    body: { username: 'n.nurse', password: 'seven copper kettles', privileges: ['May see everything'] },
  })
  await client
    .call('createUser', {
      body: { username: 'n.nurse', password: 'seven copper kettles', privileges: [] },
    })
    .catch(() => undefined)
})

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('the chain is verified, and the page is accessible', async () => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/admin-config/audit`)
    const verified = page.waitForResponse(/\/audit\/verif/)
    await page.getByRole('button', { name: 'Verify now' }).click()
    expect((await verified).status()).toBe(200)
    await page.getByText('The chain is intact').waitFor()
    expect(complaints).toEqual([])
    await context.close()
    const complete = 'admin-config/audit'
    expect(await findingsOn(running, size, complete, (shown) => shown.getByText('Newest entry'))).toEqual([])
  })
})

test('entries are filtered by user, action and outcome, and all matching ones are exported as CSV', async () => {
  const { page, context, complaints } = await openSignedInPage(running, {
    size: 'desktop',
  })
  await page.goto(`${running.product.url}/#/admin-config/audit`)
  await page.getByRole('searchbox', { name: 'User' }).fill('admin')
  await page.waitForURL(/person=admin/)
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('combobox', { name: 'Action' }).fill('POST /users')
  await page.getByTitle('POST /users', { exact: true }).click()
  await page.waitForURL(/action=/)
  await page.getByText('Refused', { exact: true }).click()
  await page.waitForURL(/outcome=refused/)
  const table = page.getByRole('table', { name: 'Entries' })
  await expect.poll(() => table.getByText('Refused (409)').count()).toBe(1)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export entries' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('admin')

  // The address restores the same view for a colleague.
  await page.reload()
  await expect.poll(() => table.getByText('Refused (409)').count()).toBe(1)
  await page.goto(`${running.product.url}/#/admin-config/audit?person=nobody-of-this-name`)
  await page.getByText('No matching entries.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
