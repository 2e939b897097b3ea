import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { signIn, signOut } from './console-session.ts'
import { type Product, startProduct } from './product.ts'
import { placePump, setUpPumps } from './pumps.ts'

/** What the console shows while its server is away, and afterwards. */
let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct({ WARDTRACK_DEMO: 'off' })
  browser = await openBrowser()
  await setUpPumps(product)
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

const place = (AssetId: string, where: Record<string, unknown>): Promise<unknown> =>
  placePump(product, AssetId, where)

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  test('the server goes and comes back: the band says so, and what happened meanwhile is shown', async () => {
    await place('P-1', { hierarchyId: 'store', x: 100, y: 100 })
    const { page, context, complaints } = await openPage(browser, {
      size,
      allowed: /Failed to load resource|ERR_/,
    })
    await signIn(page, product)
    const card = page.getByRole('article').filter({ hasText: 'Pump One' })
    await card.getByText('Stores · Pump store').waitFor()
    await product.stop()
    await page.getByText(/^Connection lost at \d/).waitFor()
    await card.getByText('Stores · Pump store').waitFor()
    await product.start()
    await place('P-1', { hierarchyId: 'bay', x: 300, y: 100 })
    await page.getByText(/^Connection lost at \d/).waitFor({ state: 'detached', timeout: 40_000 })
    await card.getByText('Ward · Bay 2').waitFor()
    await signOut(page, size)
    expect(page.url()).toContain('#/login')
    expect(complaints).toEqual([])
    await context.close()
  })
})
