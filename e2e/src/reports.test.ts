import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'

/** Reports of the demo hospital, from the menu to the file, at both widths. */
const running = setUpBrowserTest({ demo: 'still' })

test.each(['desktop', 'phone'] as const)(
  'a report is opened from the menu, filtered, drawn and exported at %s width',
  async (size) => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/dashboard`)
    if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Reports', exact: true }).click()
    await page.getByRole('link', { name: 'Battery Heat' }).click()
    await page.waitForURL(/#\/report\/battery-heat/)
    const table = page.getByRole('table', { name: 'Device batteries' })
    await table.getByRole('link').first().waitFor()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Asset Name').fill('infusion')
    await form.getByRole('button', { name: 'Apply filters' }).click()
    await page.waitForURL(/infusion/)
    await page.getByLabel('Active filters').getByText('infusion').waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('tbody a')].every((link) => /infusion/i.test(link.textContent ?? '')),
    )
    for (const [choice, name] of [
      ['CSV', /^report\.csv$/],
      ['Excel', /^battery-heat-\d{4}-\d\d-\d\d\.xlsx$/],
      ['PDF', /^battery-heat-\d{4}-\d\d-\d\d\.pdf$/],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: choice }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(name)
    }
    expect(complaints).toEqual([])
    await context.close()
  },
)
