import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** Global search in the demo hospital. */
const running = setUpBrowserTest({ demo: 'still' })

test('a place, an asset and an action are found and opened with the keyboard alone', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await page.goto(`${running.product.url}/#/devices`)
  await page.getByRole('article').first().waitFor()
  const box = page.getByRole('combobox', { name: 'Search everything' })
  // Text typed before the box has the focus would go elsewhere.
  const focusedBox = box.and(page.locator(':focus'))

  await page.keyboard.press('Control+k')
  await focusedBox.waitFor()
  await page.keyboard.type('icu')
  const place = 'ICU West'
  const found = page.getByRole('group', { name: 'Places' }).getByRole('option', { name: place })
  await found.waitFor()
  await page.getByRole('dialog').getByText('results').waitFor()
  const above = await page.getByRole('option').evaluateAll((options, name) => {
    return options.findIndex(({ textContent }) => textContent?.startsWith(name))
  }, place)
  for (let steps = 0; steps < above; steps += 1) await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: place, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/devices\?filter=/)
  expect(decodeURIComponent(page.url())).toContain('ICU+West')

  await page.keyboard.press('/')
  await focusedBox.waitFor()
  await page.getByRole('group', { name: 'Recently opened' }).getByRole('option', { name: place }).waitFor()
  const [detail] = await Promise.all([
    context.waitForEvent('page'),
    // A scanner sends Enter before the response.
    page.keyboard.type('infusion pump').then(() => page.keyboard.press('Enter')),
  ])
  await detail.waitForURL(/#\/asset-detail;type=Equipment;id=/)
  await detail.close()

  await page.keyboard.press('Control+k')
  await focusedBox.waitFor()
  await page.keyboard.type('shortcuts')
  await page.getByRole('option', { name: 'Help and keyboard shortcuts', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Devices' }).getByText('Search everything').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await focusedBox.waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})
