import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { push } from './product.ts'
import { setUpPumps } from './pumps.ts'

/** A rule from its creation to the page of the asset that made it fire. */
const running = setUpBrowserTest({ demo: false, prepare: setUpPumps })

/** Changes the state of a pump, like its gateway. */
const tell = (deviceId: string, BatteryLevel: string): Promise<void> =>
  push(running.product, '/status/api/ingest/device-status', { deviceId, BatteryLevel })

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByTitle(option, { exact: true }).last().click()
}

/** Creates a rule over the battery of equipment, on its page. */
async function makeRule(page: Page, name: string, level: string): Promise<void> {
  await page.goto(`${running.product.url}/#/ls-notify-rules`)
  await page.getByRole('link', { name: 'Add New Rule' }).first().click()
  await page.getByLabel('Profile name').fill(name)
  await choose(page, 'Asset type', 'Equipment')
  await choose(page, 'Metadata name', 'Battery Level')
  await choose(page, 'Operator', 'Equals')
  await choose(page, 'Value', level)
  await choose(page, 'Priority', 'High')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('switch', { name: `${name} enabled` }).waitFor()
}

const unread = (page: Page, count: 'No' | 1 | 2) =>
  page.getByRole('button', { name: `${count} unread notification${count === 1 ? '' : 's'}`, exact: true })

const trayOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** Opens the page of a pump through the only unread notification. */
async function goToPump(page: Page, id: string, message: string): Promise<void> {
  await unread(page, 1).click()
  await trayOf(page).getByRole('link', { name: message }).click()
  await page.waitForURL(`**/#/asset-detail;type=Equipment;id=${id}`)
  await unread(page, 'No').waitFor()
}

test('a rule is created, fires, is shown immediately, links to the asset and is marked as read', async () => {
  await tell('P-1', 'LEVEL_4')
  const { page, context, complaints, streaming } = await openSignedInPage(running, { size: 'desktop' })
  await makeRule(page, 'Empty batteries', 'Critical')
  await streaming
  await unread(page, 'No').waitFor()
  await tell('P-1', 'LEVEL_1')
  await goToPump(page, 'P-1', 'Pump One: Battery Level Critical')
  await page.getByRole('heading', { name: 'Pump One' }).waitFor()

  for (const level of ['LEVEL_3', 'LEVEL_1', 'LEVEL_3', 'LEVEL_1']) await tell('P-1', level)
  await unread(page, 2).click()
  const tray = trayOf(page)
  await tray
    .getByRole('button', { name: /^Mark “.*” as read$/ })
    .first()
    .click()
  await unread(page, 1).waitFor()
  await tray.getByRole('button', { name: 'Mark all read' }).click()
  await tray.getByText('Unread (0)').click()
  await tray.getByText('All notifications are read.').waitFor()
  await tray.getByText('All', { exact: true }).click()
  const entries = tray.getByRole('listitem').filter({ hasText: 'Empty batteries' })
  await expect.poll(() => entries.count()).toBe(3)
  expect(complaints).toEqual([])
  await context.close()
})

test('on a phone a rule is created, notifies about an asset and links to it', async () => {
  const { page, context, complaints, streaming } = await openSignedInPage(running, { size: 'phone' })
  await makeRule(page, 'Half empty batteries', 'Low')
  await streaming
  await tell('P-2', 'LEVEL_2')
  await goToPump(page, 'P-2', 'Pump Two: Battery Level Low')
  expect(complaints).toEqual([])
  await context.close()
})
