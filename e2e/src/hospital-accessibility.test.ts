import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage, seriousFindings } from './browser.ts'
import { signIn } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** What axe says of the pages of the demo hospital that everybody opens. */
let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  test('axe finds nothing serious on the pages, light and dark', async () => {
    for (const dark of [false, true]) {
      const { page, context } = await openPage(browser, { size, dark })
      await page.goto(`${product.url}/#/login`)
      await page.getByLabel('Username').waitFor()
      expect(await seriousFindings(page), 'login').toEqual([])
      await signIn(page, product)
      await page.getByRole('article').first().waitFor()
      expect(await seriousFindings(page), 'cards').toEqual([])
      const href = await page.getByRole('article').first().getByRole('link').getAttribute('href')
      await page.goto(`${product.url}/#/devices?view=map`)
      await page.getByText(/^Map 1 of \d/).waitFor()
      expect(await seriousFindings(page), 'map').toEqual([])
      await page.goto(`${product.url}/${href?.replace(/^\//, '')}`)
      await page.getByText('Location history').first().waitFor()
      expect(await seriousFindings(page), 'detail').toEqual([])
      await context.close()
    }
  })
})
