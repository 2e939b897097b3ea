import { type BrowserTest, openPage, type PageOptions } from './browser.ts'
import { demoPeople, signIn, signOut } from './console-session.ts'

/** Lets the demo's users sign in, open the devices and sign out in parallel, and returns what each of them saw. */
export async function visitsOfPeople({ browser, product }: BrowserTest, size: PageOptions['size']) {
  const people = await demoPeople(product)
  return Promise.all(
    people.map(async (person) => {
      const { page, context, complaints } = await openPage(browser, { size })
      await signIn(page, product, person)
      await page.getByRole('article').first().waitFor()
      const cards = await page.getByRole('article').count()
      await signOut(page, size)
      const isOnLogin = page.url().includes('#/login')
      const remaining = await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => /token|session|userName/i.test(key)),
      )
      await context.close()
      return { cards, isOnLogin, remaining, complaints }
    }),
  )
}
