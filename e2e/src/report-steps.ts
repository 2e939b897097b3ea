import type { Page } from 'playwright-core'

/** Opens the menu's group of reports, and in it a page. */
export async function openFromMenu(page: Page, size: 'desktop' | 'phone', link: string): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
  const group = page.getByRole('button', { name: 'Reports', exact: true })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  await page.getByRole('link', { name: link, exact: true }).click()
}

/** Filters a report by a part of the assets' names. */
export async function filterByName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Asset Name').fill(name)
  await form.getByRole('button', { name: 'Apply filters' }).click()
}

/** Exports a report as CSV. @returns name of the file */
export async function exportCsv(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  return file.suggestedFilename()
}
