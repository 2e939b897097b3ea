import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { demoPeople, openSignedInPage, type Person, personNamed, signedInClient } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** The demo hospital as a newcomer finds it, at both widths, and what its people may see. */
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

const cards = (page: Page) => page.getByRole('article')

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  test('a search narrows the devices and a card opens its details in a new tab', async () => {
    const { page, context, complaints } = await openSignedInPage(browser, product, { size })
    await page.goto(`${product.url}/#/devices`)
    await cards(page).first().waitFor()
    await page
      .getByRole('searchbox', { name: 'Search these devices' })
      .or(page.getByLabel('Search these devices'))
      .first()
      .fill('defib')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('article h2')].every((one) => /defib/i.test(one.textContent ?? '')),
    )
    const name = await cards(page).first().getByRole('heading').innerText()
    const [detail] = await Promise.all([
      context.waitForEvent('page'),
      cards(page).first().getByRole('link').click(),
    ])
    await detail.getByRole('heading', { name }).waitFor()
    expect(detail.url()).toMatch(/#\/asset-detail;type=Equipment;id=/)
    await detail.getByText('Location history').first().waitFor()
    expect(await detail.title()).toContain('Equipment Detail Page')
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('a nurse without patient data is told that a patient does not exist, one with it sees the patient', async () => {
  const address = `${product.url}/#/asset-detail;type=Patient;id=${await somePatient()}`
  for (const [username, sees] of [
    ['t.brandt', false],
    ['m.okafor', true],
  ] as const) {
    const person = personNamed(people, username)
    const { page, context } = await openSignedInPage(browser, product, { size: 'desk' }, person)
    await page.goto(address)
    const shown = page.getByText(sees ? 'Location history' : 'There is no such asset').first()
    await shown.waitFor()
    expect(await page.getByText('There is no such asset').count()).toBe(sees ? 0 : 1)
    await context.close()
  }
})

test('a page that the privileges do not hold leads to access denied', async () => {
  const person = personNamed(people, 't.brandt')
  const { page, context } = await openSignedInPage(browser, product, { size: 'desk' }, person)
  await page.goto(`${product.url}/#/metadata-mappings`)
  await page.getByText('ACCESS DENIED !').waitFor()
  expect(page.url()).toContain('#/accessdenied')
  await context.close()
})

async function somePatient(): Promise<string> {
  const client = await signedInClient(product)
  const { assets } = await client.call('assetsFilter', {
    query: { pagesize: 1 },
    body: { AssetType: 'Patient' },
  })
  const id = assets[0]?.AssetId
  if (!id) throw new Error('the demo hospital has no patient')
  return id
}
