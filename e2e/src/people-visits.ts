import { expect } from 'vitest'
import { openPage, type PageOptions } from './browser.ts'
import type { BrowserTest } from './browser-test.ts'
import { demoPeople, signIn, signOut } from './console-session.ts'

/** Each of the demo's four people signs in, sees a page of devices and signs out, all of them side by side. */
export async function expectVisitsOfPeople({ browser, product }: BrowserTest, size: PageOptions['size']) {
  const people = await demoPeople(product)
  expect(people).toHaveLength(4)
  const visits = people.map(async (person) => {
    const { page, context, complaints } = await openPage(browser, { size })
    await signIn(page, product, person)
    await page.getByRole('article').first().waitFor()
    expect(await page.getByRole('article').count()).toBe(9)
    await signOut(page, size)
    expect(page.url()).toContain('#/login')
    const remaining = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /token|session|userName/i.test(key)),
    )
    expect(remaining).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
  await Promise.all(visits)
}
