import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { demoPeople, type Person, signIn, signOut } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** The people of the demo hospital, at both widths. */
let product: Product
let browser: Browser
let people: Person[]

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  people = await demoPeople(product)
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  test('each of the four people signs in, sees devices and signs out', async () => {
    expect(people).toHaveLength(4)
    const visits = people.map(async (person) => {
      const { page, context, complaints } = await openPage(browser, { size })
      await signIn(page, product, person)
      await page.getByRole('article').first().waitFor()
      expect(await page.getByRole('article').count()).toBe(9)
      await signOut(page, size)
      expect(page.url()).toContain('#/login')
      expect(
        await page.evaluate(() =>
          Object.keys(localStorage).filter((key) => /token|session|userName/i.test(key)),
        ),
      ).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    })
    await Promise.all(visits)
  })
})
