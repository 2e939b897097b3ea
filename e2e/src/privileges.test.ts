import type { Client } from '@wardtrack/contracts/client'
import { beforeAll, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'

/** The demo, in which a user works while the administrator changes the user's pages. */
const running = setUpBrowserTest({ demo: 'still' })
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
})

const PRIVILEGE = 'May maintain equipment and maps'

test('withdrawing a privilege closes an open page immediately, and granting it again opens the page', async () => {
  const { product } = running
  const { privilegeList } = await client.call('getPrivileges')
  const privilege = privilegeList.find(({ privilegeName }) => privilegeName === PRIVILEGE)
  if (!privilege) throw new Error(`the demo has no privilege ${PRIVILEGE}`)
  const { page, context } = await openSignedInPage(running, {
    size: 'desktop',
    allowed: /403/,
    username: 'r.varga',
  })
  await page.goto(`${product.url}/#/hierarchy-list-two`)
  await page.getByRole('searchbox', { name: 'Search places' }).waitFor()
  await client.call('removeRoutes', { body: { privilegeName: PRIVILEGE, routes: privilege.routes } })
  await page.getByText('ACCESS DENIED !').waitFor()
  expect(page.url()).toContain('#/accessdenied')
  await expect.poll(() => page.getByRole('link', { name: 'Devices' }).count()).toBe(0)
  await client.call('addRoutes', { body: { privilegeName: PRIVILEGE, routes: privilege.routes } })
  await page.getByRole('link', { name: 'Devices' }).first().waitFor()
  await page.goto(`${product.url}/#/hierarchy-list-two`)
  await page.getByRole('searchbox', { name: 'Search places' }).waitFor()
  await context.close()
})

test('an administrator adds a privilege, gives it a page and deletes it again, in the browser', async () => {
  const { product } = running
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${product.url}/#/privilege-settings`)
  await page.getByRole('button', { name: 'Add Privileges' }).click()
  await page.getByLabel('Privilege name').fill('View Patients')
  await page.getByLabel('Description').fill('Sees patients')
  await page.getByRole('button', { name: 'Add privilege', exact: true }).click()
  await page.getByText('Privilege Name is required, and it should start with "May"').waitFor()
  await page.getByLabel('Privilege name').fill('May View Patients')
  await page.getByRole('button', { name: 'Add privilege', exact: true }).click()
  await page.getByText('Privilege Added Successfully!').waitFor()
  await page.getByRole('button', { name: /May View Patients/ }).click()
  await page.getByRole('combobox', { name: 'Route' }).fill('/geo')
  await page.locator('code', { hasText: '/geofencelist' }).click()
  await page.getByRole('button', { name: 'Add route' }).click()
  await page.getByRole('button', { name: 'Remove Geofence List' }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete privilege' }).click()
  await page.getByText('Privilege deleted.').waitFor()
  await page.getByRole('button', { name: /May View Patients/ }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})
