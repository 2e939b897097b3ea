import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { CATEGORY, fillHouse } from './nearest-house.ts'

/** Route to the nearest available equipment, and the printed codes that open the search. */
const running = setUpBrowserTest({ demo: 'still', prepare: fillHouse })

test('the route to a pump on another floor uses the lift, in words and on the plan of each floor', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(
    `${running.product.url}/#/devices/nearest?category=${CATEGORY}&map=journey-1&at=100,100&asset=J-2`,
  )
  await page.getByText('Lift to Journey Level 2').waitFor()
  await page.getByText(/^60 m on foot\.$/).waitFor()
  await page.getByRole('button', { name: 'Journey Level 2' }).click()
  await page.getByRole('application', { name: /Route to Pump Upstairs, Journey Level 2/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the printed code of a place opens the search, after signing in if necessary', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/hierarchy-list-two/place-code/journey-bay`)
  await page.getByRole('img', { name: 'QR code of Bay 7' }).waitFor()
  const address = await page.getByRole('textbox', { name: 'Address of the code' }).inputValue()
  expect(address).toBe(`${running.product.url}/#/devices/nearest?place=journey-bay`)
  expect(complaints).toEqual([])
  await context.close()
  const { page: scanned, context: scanner } = await openPage(running.browser, { size: 'desktop' })
  await scanned.goto(address)
  await scanned.getByLabel('Username').fill(running.product.username)
  await scanned.getByLabel('Password', { exact: true }).fill(running.product.password)
  await scanned.getByRole('button', { name: 'Sign in' }).click()
  await scanned.getByRole('link', { name: new RegExp(CATEGORY) }).click()
  await scanned
    .getByRole('button', { name: /Pump Corner/ })
    .first()
    .waitFor()
  expect(scanned.url()).toContain('place=journey-bay')
  await scanner.close()
})
