import { type BrowserTest, seriousFindings } from './browser.ts'
import type { BrowserTestOptions } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { push } from './product.ts'
import { placePump, setUpPumps } from './pumps.ts'
import { exportCsv, filterByName, openFromMenu } from './report-steps.ts'

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()

const STORE = { hierarchyId: 'store', x: 100, y: 100 }
const BAY = { hierarchyId: 'bay', x: 600, y: 100 }

/**
 * Data for all analyses. Pump one has been in the store for twelve days and was seen an hour ago. Pump two was last
 * seen nine days ago. Pump three went from the store to the ward and back.
 */
export const ANALYSED_PUMPS: BrowserTestOptions = {
  demo: false,
  prepare: async (product) => {
    await setUpPumps(product, { placed: false })
    await push(product, '/api/ingest/assets', [
      {
        AssetType: 'Equipment',
        AssetId: 'P-3',
        AssetName: 'Pump Three',
        SerialNo: 'S-3',
        PrimaryCategory: 'Infusion pump',
      },
    ])
    for (const [pump, place, hours] of [
      ['P-1', STORE, 12 * 24],
      ['P-1', STORE, 1],
      ['P-2', BAY, 9 * 24],
      ['P-3', STORE, 60],
      ['P-3', BAY, 40],
      ['P-3', STORE, 20],
      ['P-3', BAY, 2],
    ] as const)
      await placePump(product, pump, { ...place, time: hoursAgo(hours) })
  },
}

/** An analysis: its menu item, its chart, and the rows of its table about the pumps. */
interface Analysis {
  readonly link: string
  readonly path: string
  readonly chart: string
  readonly table: string
  /** Text in a row of the loaded table. */
  readonly text: string
}

const ANALYSES: readonly Analysis[] = [
  {
    link: 'Idle Equipment',
    path: 'report/unmoved',
    chart: 'Idle equipment by category',
    table: 'Idle equipment',
    text: 'Pump One',
  },
  {
    link: 'Lost Equipment',
    path: 'report/not-seen',
    chart: 'Lost equipment by last place',
    table: 'Lost equipment',
    text: 'Pump Two',
  },
  {
    link: 'Utilisation',
    path: 'report/utilisation',
    chart: 'Equipment by use over time',
    table: 'Use by category and unit',
    text: 'Infusion pump',
  },
  {
    link: 'Dwell and Turnaround',
    path: 'report/dwell',
    chart: 'Hours per stay, units with the most stays',
    table: 'Stays and turnarounds by unit',
    text: 'St. Example > Annex > Level 1 > Ward',
  },
]

/**
 * Opens each analysis from the menu, draws and exports it, filters it to an empty result and resets the filter.
 * @returns problems found by axe, messages of the console, and the names of the files
 */
export async function analysesJourney(
  running: BrowserTest,
  size: 'desktop' | 'phone',
): Promise<{ complaints: readonly string[]; files: readonly string[] }> {
  const { page, context, complaints } = await openSignedInPage(running, { size })
  await page.goto(`${running.product.url}/#/devices`)
  const files: string[] = []
  for (const { link, path, chart, table, text } of ANALYSES) {
    await openFromMenu(page, size, link)
    await page.waitForURL(`**/#/${path}`)
    const panel = page.getByRole('region', { name: chart })
    const row = page.getByRole('table', { name: table }).getByText(text).first()
    await row.waitFor()
    await panel.locator('canvas').waitFor()
    for (const finding of await seriousFindings(page)) complaints.push(`${path}: ${finding}`)
    await page.emulateMedia({ colorScheme: 'light' })
    await panel.getByRole('button', { name: 'Show as table' }).click()
    await panel.getByRole('table').waitFor()
    files.push(await exportCsv(page))
    await filterByName(page, 'Bed')
    await page.getByText('Choose another period or reset the filters.').waitFor()
    await page.getByRole('button', { name: 'Reset filters', exact: true }).last().click()
    await row.waitFor()
  }
  await context.close()
  return { complaints, files }
}
