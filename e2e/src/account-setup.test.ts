import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'

const running = setUpBrowserTest({ demo: false })

const STEP_MS = 30_000
const OWN_PASSWORD = 'seven copper kettles'
/** Message that the browser logs about refused requests. */
const REFUSED = /the server responded with a status of 40[13]/

/** Fills in name and password of the login page and submits them. */
async function sendLogin(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${running.product.url}/#/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Creates a user who needs an authenticator app, like an administrator; returns the one-time password. */
async function createUser(username: string): Promise<string> {
  const { page, context, complaints } = await openSignedInPage(running, {
    size: 'desktop',
  })
  await page.goto(`${running.product.url}/#/create`)
  await page.getByRole('link', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Privileges').click()
  await page.getByTitle('May see everything').click()
  await dialog.getByLabel('Authenticator app required').click()
  expect(await seriousFindings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await page.getByText(`Give this password to ${username}`).waitFor()
  const password = await page.getByRole('group', { name: 'One-time password' }).innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('cell', { name: username }).first().waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
  return password
}

test('a user created by an administrator chooses a password, sets up an app, and signs in with both', async () => {
  await configure(await signedInClient(running.product))
  const oneTime = await createUser('n.nurse')
  const { page, context, complaints } = await openPage(running.browser, {
    size: 'phone',
    allowed: REFUSED,
  })
  await sendLogin(page, 'n.nurse', oneTime)
  await page.getByRole('heading', { name: 'Set up your account' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  // Until then, no other page opens.
  await page.goto(`${running.product.url}/#/devices`)
  await page.waitForURL(/#\/account-setup/)
  await page.getByLabel('One-time password').fill(oneTime)
  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD)
  await page.getByLabel('New password again').fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()

  const secret = await page.getByRole('group', { name: 'Secret' }).innerText()
  expect(await seriousFindings(page)).toEqual([])
  const setUpAt = Date.now()
  await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Set up' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const [recoveryCode = ''] = await codes.allInnerTexts()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.waitForURL(/#\/devices/)
  expect(complaints).toEqual([])
  await context.close()

  const again = await openPage(running.browser, { size: 'desktop', allowed: REFUSED })
  await sendLogin(again.page, 'n.nurse', OWN_PASSWORD)
  await again.page.getByLabel('Code', { exact: true }).fill('000000')
  await again.page.getByRole('button', { name: 'Sign in' }).click()
  await again.page.getByText('This code is incorrect or was already used.').waitFor()
  expect(await seriousFindings(again.page)).toEqual([])
  // The code of the setup is used up. The code of the next half minute is valid already; if more time has passed, the
  // current one is used.
  const epoch = Math.floor(Math.max(setUpAt + STEP_MS, Date.now()) / 1000)
  await again.page.getByLabel('Code', { exact: true }).fill(generateSync({ secret, epoch }))
  await again.page.getByRole('button', { name: 'Sign in' }).click()
  await again.page.waitForURL(/#\/devices/)
  await again.page.goto(`${running.product.url}/#/profile`)
  await again.page.getByText('This session').waitFor()
  await again.page.getByText('10 left').waitFor()
  expect(await seriousFindings(again.page)).toEqual([])
  expect(again.complaints).toEqual([])
  await again.context.close()
  expect(recoveryCode).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){6}$/)
})
