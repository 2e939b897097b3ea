import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'
import { push } from './product.ts'
import { placePump } from './pumps.ts'

/** Number of tabs in one session, more than the six connections that a browser opens to a host. */
const TABS = 12

const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    await configure(await signedInClient(product))
    await push(product, '/location/api/ingest/hierarchies', [
      { hierarchyId: 'store', fullName: ['St. Example', 'Annex', 'Level 1', 'Stores', 'Pump store'] },
      { hierarchyId: 'bay', fullName: ['St. Example', 'Annex', 'Level 1', 'Ward', 'Bay 2'] },
    ])
    const pump = { AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'Pump One', SerialNo: 'S-1' }
    await push(product, '/api/ingest/assets', [{ ...pump, PrimaryCategory: 'Infusion pump' }])
    await placePump(product, 'P-1', { hierarchyId: 'store' })
  },
})

const place = (hierarchyId: string): Promise<void> => placePump(running.product, 'P-1', { hierarchyId })

/** Opens tabs that show the pump, and records the tabs with an open stream. */
async function openTabs(context: BrowserContext): Promise<{ tabs: Page[]; open: Set<Page> }> {
  const open = new Set<Page>()
  context.on('request', (request) => {
    if (request.url().endsWith('/api/live')) open.add(request.frame().page())
  })
  context.on('requestfailed', (request) => {
    if (request.url().endsWith('/api/live')) open.delete(request.frame().page())
  })
  const tabs: Page[] = []
  for (let index = 0; index < TABS; index += 1) {
    const tab = await context.newPage()
    tab.on('close', () => open.delete(tab))
    await tab.goto(`${running.product.url}/#/devices`)
    await shows(tab, 'Stores · Pump store')
    tabs.push(tab)
  }
  return { tabs, open }
}

const shows = (tab: Page, text: string): Promise<void> =>
  tab.getByRole('article').filter({ hasText: 'Pump One' }).getByText(text).waitFor()

test('twelve tabs load, share one stream, and continue when the tab that reads it is closed', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.close()
  const { tabs, open } = await openTabs(context)
  await expect.poll(() => open.size).toBe(1)
  await place('bay')
  for (const tab of tabs) await shows(tab, 'Ward · Bay 2')

  const [reader] = open
  await reader?.close()
  const otherTabs = tabs.filter((tab) => tab !== reader)
  expect(otherTabs).toHaveLength(TABS - 1)
  await otherTabs[0]?.getByRole('banner').getByText('Live').waitFor()
  await place('store')
  for (const tab of otherTabs) await shows(tab, 'Stores · Pump store')
  await expect.poll(() => open.size).toBe(1)
  expect(complaints).toEqual([])
  await context.close()
})
