import type { Page } from 'playwright-core'
import { type BrowserTest, seriousFindings } from './browser.ts'
import { openSignedInPage } from './console-session.ts'

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByTitle(option, { exact: true }).last().click()
  await page.keyboard.press('Escape')
}

/** Creates a heat map of batteries with its preview. */
async function compose({ product }: BrowserTest, page: Page, name: string): Promise<void> {
  await page.goto(`${product.url}/#/generate-report`)
  await page.getByRole('link', { name: 'Generate report' }).first().click()
  const generate = page.getByRole('button', { name: 'Generate', exact: true })
  await page.getByRole('radio', { name: 'Heat Map' }).check()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Where batteries are low')
  await choose(page, 'Subject', 'Equipment')
  await choose(page, 'Fields', 'Asset Name')
  await choose(page, 'Fields', 'Serial No')
  await choose(page, 'Target field', 'Battery Level')
  await page.getByRole('cell', { name: 'Pump One' }).or(page.getByText('Pump One')).first().waitFor()
  await page.getByRole('application', { name: 'Map of Annex level 1' }).waitFor()
  await page.getByRole('radio', { name: /^Everyone/ }).check()
  await generate.click()
  await page.waitForURL(/#\/devices/)
}

/** Returns the menu item of a report, whose group is open. */
async function lineOf(page: Page, size: 'desktop' | 'phone', name: string) {
  if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
  const group = page.getByRole('button', { name: 'Reports', exact: true })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  return page.getByRole('link', { name, exact: true })
}

/**
 * Creates a heat map in one browser, opens it from the menu of another, edits and deletes it.
 * @returns problems found by axe, and messages of the browsers' consoles
 */
export async function customReportJourney(
  running: BrowserTest,
  size: 'desktop' | 'phone',
): Promise<string[]> {
  const name = `Batteries on a ${size}`
  const reader = await openSignedInPage(running, { size })
  await reader.page.goto(`${running.product.url}/#/devices`)
  await reader.streaming
  const line = await lineOf(reader.page, size, name)
  const writer = await openSignedInPage(running, { size })
  await compose(running, writer.page, name)
  await line.click()
  await reader.page.getByRole('heading', { name, exact: true }).waitFor()
  await reader.page.getByText('Pump Two').first().waitFor()
  const findings = await seriousFindings(reader.page)

  await writer.page.goto(`${running.product.url}/#/generate-report`)
  await writer.page.getByRole('link', { name: `Edit ${name}` }).click()
  await writer.page.getByLabel('Name', { exact: true }).fill(`${name}, edited`)
  await writer.page.getByRole('button', { name: 'Edit', exact: true }).click()
  await reader.page.getByRole('heading', { name: `${name}, edited` }).waitFor()
  await writer.page.getByRole('button', { name: `Delete ${name}, edited` }).click()
  await writer.page.getByRole('button', { name: 'Delete report' }).click()
  await writer.page.getByText('Report deleted.').waitFor()
  await reader.page.goto(`${running.product.url}/#/devices`)
  const deletedLine = await lineOf(reader.page, size, `${name}, edited`)
  await deletedLine.waitFor({ state: 'detached' })
  // The reader's page requests the report that was just deleted.
  const complaints = [...reader.complaints, ...writer.complaints].filter((said) => !said.includes('404'))
  await reader.context.close()
  await writer.context.close()
  return [...findings, ...complaints]
}
