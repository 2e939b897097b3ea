import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'

/** Access of the demo hospital's users, and limits of scripts in their pages. */
const running = setUpBrowserTest({ demo: 'still' })

test('a nurse without patient data sees that a patient does not exist, one with it sees the patient', async () => {
  const address = `${running.product.url}/#/asset-detail;type=Patient;id=${await somePatient()}`
  for (const [username, sees] of [
    ['t.brandt', false],
    ['m.okafor', true],
  ] as const) {
    const { page, context } = await openSignedInPage(running, { size: 'desktop', username })
    await page.goto(address)
    const shown = page.getByText(sees ? 'Location history' : 'Asset not found').first()
    await shown.waitFor()
    expect(await page.getByText('Asset not found').count()).toBe(sees ? 0 : 1)
    await context.close()
  }
})

test('no script in the page can create elements from text, or load a script from another origin', async () => {
  const { page, context } = await openSignedInPage(running, { size: 'desktop', username: 't.brandt' })
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

test("a page outside the user's privileges redirects to access denied", async () => {
  const { page, context } = await openSignedInPage(running, { size: 'desktop', username: 't.brandt' })
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
