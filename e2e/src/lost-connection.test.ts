import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { signIn, signOut } from './console-session.ts'
import { placePump, setUpPumps } from './pumps.ts'

/** The console while its server is unreachable, and afterwards. */
const running = setUpBrowserTest({ demo: false, prepare: setUpPumps })

const place = (AssetId: string, position: Record<string, unknown>): Promise<unknown> =>
  placePump(running.product, AssetId, position)

async function openDevices(size: 'desktop' | 'phone') {
  const { page, context, complaints } = await openPage(running.browser, {
    size,
    allowed: /Failed to load resource|ERR_/,
  })
  await signIn(page, running.product)
  const card = page.getByRole('article').filter({ hasText: 'Pump One' })
  await card.getByText('Stores · Pump store').waitFor()
  return { size, page, context, complaints, card }
}
/** Navigates to a page whose code was not fetched yet. */
const goToUnfetchedPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    location.hash = '#/report/wifi-heat'
  })
const bandOf = (page: Page) => page.getByText(/^Connection lost at \d/)

test('the server stops and returns: the band shows it at both widths, and missed events are shown', async () => {
  await place('P-1', { hierarchyId: 'store', x: 100, y: 100 })
  // Both pages share one outage, because each waits longer after every retry.
  const opened = [await openDevices('desktop'), await openDevices('phone')]
  const leaving = await openDevices('desktop')
  await running.product.stop()
  for (const { page, card } of opened) {
    await bandOf(page).waitFor()
    await card.getByText('Stores · Pump store').waitFor()
  }
  await goToUnfetchedPage(leaving.page)
  await leaving.page.getByText('Waiting for the server …').waitFor()
  await running.product.start()
  await place('P-1', { hierarchyId: 'bay', x: 300, y: 100 })
  for (const { size, page, context, complaints, card } of opened) {
    await bandOf(page).waitFor({ state: 'detached' })
    await card.getByText('Ward · Bay 2').waitFor()
    await signOut(page, size)
    expect(page.url()).toContain('#/login')
    expect(complaints).toEqual([])
    await context.close()
  }
  await leaving.page.getByRole('heading', { level: 1, name: 'Wifi Heat' }).waitFor({ timeout: 40_000 })
  expect(leaving.complaints).toEqual([])
  await leaving.context.close()
})
