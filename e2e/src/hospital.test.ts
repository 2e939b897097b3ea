import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { demoPeople, openSignedInPage, type Person, personNamed, signedInClient } from './console-session.ts'

/** The demo hospital as a newcomer finds it, at both widths, and what its people may see. */
const running = setUpBrowserTest()
let people: Person[]
beforeAll(async () => {
  people = await demoPeople(running.product)
})

const cards = (page: Page) => page.getByRole('article')

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('a search narrows the devices and a card opens its details in a new tab', async () => {
    const { page, context, complaints } = await openSignedInPage(running.browser, running.product, { size })
    await page.goto(`${running.product.url}/#/devices`)
    await cards(page).first().waitFor()
    await page
      .getByRole('searchbox', { name: 'Search these devices' })
      .or(page.getByLabel('Search these devices'))
      .first()
      .fill('defib')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('article h2')].every((heading) =>
        /defib/i.test(heading.textContent ?? ''),
      ),
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
  const address = `${running.product.url}/#/asset-detail;type=Patient;id=${await somePatient()}`
  for (const [username, sees] of [
    ['t.brandt', false],
    ['m.okafor', true],
  ] as const) {
    const person = personNamed(people, username)
    const { page, context } = await openSignedInPage(
      running.browser,
      running.product,
      { size: 'desktop' },
      person,
    )
    await page.goto(address)
    const shown = page.getByText(sees ? 'Location history' : 'There is no such asset').first()
    await shown.waitFor()
    expect(await page.getByText('There is no such asset').count()).toBe(sees ? 0 : 1)
    await context.close()
  }
})

test('no script in the page can make elements of a text, or load a script from elsewhere', async () => {
  const person = personNamed(people, 't.brandt')
  const { page, context } = await openSignedInPage(
    running.browser,
    running.product,
    { size: 'desktop' },
    person,
  )
  await page.goto(`${running.product.url}/#/devices`)
  await page.getByRole('article').first().waitFor()
  const refused = await page.evaluate(() => {
    const errorOf = (act: () => void): string => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    return [
      errorOf(() => {
        document.body.innerHTML = '<img src="x" onerror="alert(1)">'
      }),
      errorOf(() => {
        document.createElement('script').src = 'https://elsewhere.example/a.js'
      }),
      errorOf(() => {
        document.createElement('script').text = 'alert(1)'
      }),
    ]
  })
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError'])
  await context.close()
})

test('a page that the privileges do not hold leads to access denied', async () => {
  const person = personNamed(people, 't.brandt')
  const { page, context } = await openSignedInPage(
    running.browser,
    running.product,
    { size: 'desktop' },
    person,
  )
  await page.goto(`${running.product.url}/#/metadata-mappings`)
  await page.getByText('ACCESS DENIED !').waitFor()
  expect(page.url()).toContain('#/accessdenied')
  await context.close()
})

async function somePatient(): Promise<string> {
  const client = await signedInClient(running.product)
  const { assets } = await client.call('assetsFilter', {
    query: { pagesize: 1 },
    body: { AssetType: 'Patient' },
  })
  const id = assets[0]?.AssetId
  if (!id) throw new Error('the demo hospital has no patient')
  return id
}
