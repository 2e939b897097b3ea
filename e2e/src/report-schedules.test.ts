import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** A scheduled report, from its page to the file. */
const running = setUpBrowserTest({ demo: 'still' })

test('a report is scheduled from its page, created, and its file downloaded', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/report/battery-heat`)
  await page.getByRole('table', { name: 'Device batteries' }).getByRole('link').first().waitFor()
  await page.getByRole('button', { name: 'Schedule…' }).click()
  await page.waitForURL(/#\/report\/schedules/)
  const form = page.getByRole('dialog', { name: 'Schedule report' })
  await form.getByLabel('Name').fill('Batteries every day')
  await form.getByText(/^Next run: /).waitFor()
  await form.getByRole('button', { name: 'Save schedule' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByText('Every day at 07:00').waitFor()
  await page.getByRole('button', { name: 'Create “Batteries every day” now' }).click()
  await page.getByRole('button', { name: 'History of “Batteries every day”' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download battery-heat-.*\.pdf$/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^battery-heat-\d{4}-\d\d-\d\d\.pdf$/)
  expect(complaints).toEqual([])
  await context.close()
})
