import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { CATEGORY, fillHouse } from './nearest-house.ts'

/** A nurse's search for the nearest available equipment on a phone, and its effect for others. */
const running = setUpBrowserTest({ demo: 'still', prepare: fillHouse })

const NURSE = 'm.okafor'

test("the nearest pump is two taps from a phone's dashboard; others see its claim; a missing pump is reported", async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'phone', username: NURSE })
  // After scanning a code at the lift, the nurse's place is known.
  await page.goto(`${running.product.url}/#/devices/nearest?category=${CATEGORY}&map=journey-1&at=100,100`)
  await page
    .getByRole('button', { name: /Pump Corner/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Change' }).tap()
  await page.getByRole('searchbox', { name: 'Search units and rooms' }).fill('journey bay')
  await page.getByRole('button', { name: /Bay 7/ }).tap()
  await page.waitForURL(/place=journey-bay/)

  await page.goto(`${running.product.url}/#/dashboard`)
  await page.getByRole('link', { name: new RegExp(CATEGORY) }).tap()
  const corner = page.getByRole('button', { name: /m Pump Corner/, expanded: true })
  await corner.waitFor()
  expect(page.url()).toContain('place=journey-bay')
  await page.getByText('Not available: 1 infusing.').waitFor()
  await page.getByRole('application', { name: /Route to Pump Corner/ }).waitFor()

  const { page: deskPage, context: deskContext } = await openSignedInPage(running, { size: 'desktop' })
  await deskPage.goto(
    `${running.product.url}/#/devices/nearest?category=${CATEGORY}&map=journey-1&at=100,100`,
  )
  const listed = deskPage.getByRole('button', { name: /m Pump Corner/ })
  await listed.waitFor()

  await page.getByRole('button', { name: "I'll take it: Pump Corner" }).tap()
  await page.getByText('Reserved for you: Pump Corner').waitFor()
  await page.getByText(/1[45]:\d\d left/).waitFor()
  await deskPage.getByText(/1 reserved by somebody else/).waitFor()
  await listed.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Release Pump Corner' }).first().tap()
  await listed.waitFor()
  await page.getByRole('button', { name: 'Not there: Pump Corner' }).tap()
  await deskPage.getByText(/Reported missing .* by m\.okafor/).waitFor()
  await page.getByRole('button', { name: /Pump Corner/, expanded: false }).tap()
  await page.getByRole('button', { name: 'Undo report: Pump Corner' }).tap()
  await deskPage.getByText(/Reported missing/).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
  await deskContext.close()
})
