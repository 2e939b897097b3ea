import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings, type WatchedPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { exportCsv, filterByName, openFromMenu } from './report-steps.ts'

/** A report page of the demo hospital. */
interface ReportPage {
  /** Its menu item. */
  readonly link: string
  /** Its path without filters. */
  readonly path: string
  /** Returns an element of the loaded report. */
  readonly shown: (page: Page) => Locator
  /** Requests the report, on pages that wait for it. */
  readonly ask?: (page: Page) => Promise<void>
  /** Set for pages without filters and export. */
  readonly isPlain?: true
}

const region = (name: string) => (page: Page) => page.getByRole('region', { name })
const rows = (name: string) => (page: Page) => page.getByRole('table', { name }).getByRole('row').nth(1)
/** Returns the rows, or the empty state, because the events of the demo's last hours vary. */
const rowsOrNone = (name: string) => (page: Page) => rows(name)(page).or(page.getByText('No results'))
const showEverything = (page: Page) => page.getByRole('button', { name: 'Show everything' }).click()

async function askForNearby(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Assets around an asset' })
  await form.getByLabel('Asset type').click()
  await page.getByTitle('Equipment', { exact: true }).last().click()
  // The list of types fades out, and the list of assets is found by visibility.
  await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' })
  const asset = form.getByLabel('Asset ID or serial number')
  await asset.fill('infusion')
  await asset.press('ArrowDown')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await form.getByLabel('Surrounding asset').click()
  await page.getByTitle('Equipment', { exact: true }).last().click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Submit' }).click()
}

/** Pages about the places, states and surroundings of devices. */
export const DEVICE_PAGES: readonly ReportPage[] = [
  {
    link: 'Status vs Time',
    path: 'report/status-vs-time',
    shown: (page) => region('WiFi')(page).locator('canvas'),
  },
  { link: 'Pump Movement', path: 'report/pump-movement', shown: region('Flows between places') },
  {
    link: 'Movement vs Time',
    path: 'report/movement-vs-time',
    shown: rowsOrNone('Assets away from home'),
  },
  { link: 'Nearby Pumps', path: 'report/nearby-pump', shown: rows('Assets nearby'), ask: askForNearby },
  { link: 'Wifi Heat', path: 'report/wifi-heat', shown: rows('Device wifi') },
  {
    link: 'All Assets Map View',
    path: 'report/all-assets-map-view',
    shown: (page) => page.getByRole('application').first(),
    isPlain: true,
  },
]

/** Pages about alerts, geofences and cleaning. */
export const EVENT_PAGES: readonly ReportPage[] = [
  {
    link: 'RTLS Alerts',
    path: 'report/rtls-alert',
    shown: rowsOrNone('Alert Report'),
    ask: showEverything,
  },
  {
    link: 'RTLS Alarms',
    path: 'report/rtls-alarm',
    shown: rowsOrNone('Alarm Report'),
    ask: showEverything,
  },
  { link: 'Mednet Alarms', path: 'report/mednet-alarm', shown: rowsOrNone('Device alarms') },
  { link: 'Fence Status', path: 'report/fence-status', shown: rows('Assets inside geofences') },
  {
    link: 'Cleaning Rounds',
    path: 'report/cleaning',
    shown: rows('Uses and cleaning by category and unit'),
  },
  {
    link: 'Report schedules',
    path: 'report/schedules',
    shown: (page) => page.getByText('No scheduled reports yet'),
    isPlain: true,
  },
]

/** Declares tests that open reports of the demo hospital on a phone, in the order of the menu. */
export function visitReportsOnAPhone(pages: readonly ReportPage[]): void {
  const running = setUpBrowserTest({ demo: 'still' })
  let opened: WatchedPage
  beforeAll(async () => {
    opened = await openSignedInPage(running, { size: 'phone' })
    await opened.page.goto(`${running.product.url}/#/devices`)
  })
  afterAll(() => opened.context.close())

  test.each(pages)('$link is opened from the menu of a phone, exported and filtered', async (report) => {
    expect(await visitReport(opened, 'phone', report)).toEqual({ findings: [], overflow: 0 })
    expect(opened.complaints.splice(0)).toEqual([])
    if (!report.isPlain) expect(await toolbarHeight(opened.page)).toBeLessThanOrEqual(TWO_LINES)
  })
}

/** Height in CSS pixels of two lines of controls of 44 px on a phone. */
const TWO_LINES = 100

/** Returns the height of the toolbar above a report on a phone, where overflowing items scroll. */
const toolbarHeight = (page: Page): Promise<number> =>
  page.getByRole('button', { name: /^Export/ }).evaluate((button) => {
    let line: Element | null = button.parentElement
    while (line && getComputedStyle(line).overflowX !== 'auto') line = line.parentElement
    return line?.parentElement?.getBoundingClientRect().height ?? Number.NaN
  })

/**
 * Opens a report from the menu, checks it with axe, exports it, and filters it by name.
 * @returns problems found by axe, and the excess of the page's width over the window in pixels
 */
export async function visitReport(
  { page }: WatchedPage,
  size: 'desktop' | 'phone',
  { link, path, shown, ask, isPlain }: ReportPage,
): Promise<{ findings: readonly string[]; overflow: unknown }> {
  await openFromMenu(page, size, link)
  await page.waitForURL(`**/#/${path}`)
  await ask?.(page)
  await shown(page).first().waitFor()
  const findings = await seriousFindings(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  if (isPlain) return { findings, overflow }
  const file = await exportCsv(page)
  if (!file.endsWith('.csv')) throw new Error(`${path} is exported as ${file}`)
  await filterByName(page, 'infusion')
  await page.getByLabel('Active filters').getByText('infusion').waitFor()
  return { findings, overflow }
}
