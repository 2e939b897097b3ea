import { expect, test, vi } from 'vitest'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { seeEquipmentNow } from './demo-folder.ts'

/** PAR levels of the demo hospital: set, compared, balanced. */
const running = setUpBrowserTest({ demo: 'still', prepare: seeEquipmentNow })

test.each(['desktop', 'phone'] as const)(
  'a level is set, its unit is short, and the list shows the transfers, at %s width',
  async (size) => {
    const { page, context, complaints } = await openSignedInPage(running, { size })
    await page.goto(`${running.product.url}/#/par-settings`)
    await page.getByRole('table', { name: 'PAR levels' }).getByRole('row').nth(1).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Add PAR level' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Unit').fill('Outpatients')
    await page.getByTitle(/Outpatients$/).click()
    await form.getByLabel('Category').fill(size === 'desktop' ? 'PCA' : 'Patient mon')
    await page.getByTitle(size === 'desktop' ? 'PCA pump' : 'Patient monitor', { exact: true }).click()
    await form.getByLabel('PAR level').fill('40')
    await form.getByLabel('Safety level').fill('50')
    await form.getByRole('button', { name: 'Save PAR level' }).click()
    await form.getByText('The safety level must not exceed the PAR level.').waitFor()
    await form.getByLabel('Safety level').fill('30')
    await form.getByRole('button', { name: 'Save PAR level' }).click()
    await form.waitFor({ state: 'detached' })

    await page.goto(`${running.product.url}/#/report/par-levels`)
    const stock = page.getByRole('table', { name: 'Stock against PAR levels' })
    await stock.getByText('Below the safety level').first().waitFor()
    await page.getByRole('region', { name: 'PAR levels by state over time' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])

    await sparePieces()
    await page.goto(`${running.product.url}/#/report/balancing`)
    const moves = page.getByRole('table', { name: 'Transfer list' })
    await moves.getByText('Safety level', { exact: true }).first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^balancing-\d{4}-\d\d-\d\d\.pdf$/)
    expect(complaints).toEqual([])
    await context.close()
  },
)

/** Resolves once the demo's equipment is located and a transfer for a safety level is planned. */
async function sparePieces(): Promise<void> {
  const client = await signedInClient(running.product)
  await vi.waitFor(
    async () => {
      const { assets } = await client.call('readReport', { params: { page: 'balancing' }, body: {} })
      expect(assets[0]).toMatchObject({ Reason: 'safety' })
    },
    { timeout: 60_000, interval: 500 },
  )
}
