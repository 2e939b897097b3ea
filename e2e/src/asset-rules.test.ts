import { expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage } from './console-session.ts'
import { push } from './product.ts'
import { placePump, setUpPumps } from './pumps.ts'

/** An asset rule from its creation, over a value and a place, to its deletion. */
const running = setUpBrowserTest({ demo: false, prepare: setUpPumps })

test('an asset rule is created, fires once switched on, is silent once switched off, and is deleted', async () => {
  const { page, context, complaints, streaming } = await openSignedInPage(running, { size: 'desktop' })
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).click()
    // A long list only renders the options in view, so the option is searched by typing.
    if (label.startsWith('Field of')) await page.keyboard.type(option)
    await page.getByTitle(option, { exact: true }).filter({ visible: true }).last().click()
  }
  const tell = (BatteryLevel: string): Promise<void> =>
    push(running.product, '/status/api/ingest/device-status', { deviceId: 'P-1', BatteryLevel })
  const unread = (count: 'No' | 1) =>
    page.getByRole('button', { name: `${count} unread notification${count === 1 ? '' : 's'}`, exact: true })
  const NAME = 'Empty on the ward'

  await tell('LEVEL_4')
  await page.goto(`${running.product.url}/#/mednet-param`)
  await page.getByRole('button', { name: 'Add asset rule' }).first().click()
  await page.getByLabel('Rule name').fill(NAME)
  await choose('Asset type', 'Equipment')
  await choose('Field of condition 1', 'Battery Level')
  await choose('Values of condition 1', 'Critical')
  await page.getByText('Conditions', { exact: true }).click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await choose('Field of condition 2', 'Location')
  const place = page.getByRole('group', { name: 'Values of condition 2' })
  for (const [depth, value] of ['St. Example', 'Annex', 'Level 1', 'Ward'].entries()) {
    await place.getByRole('combobox').nth(depth).click()
    await page.getByTitle(value, { exact: true }).filter({ visible: true }).last().click()
  }
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Battery Level: Critical; Location: St. Example > Annex > Level 1 > Ward').waitFor()

  await page.getByRole('switch', { name: `${NAME} enabled` }).click()
  await page.getByText(`${NAME} is switched on`).waitFor()
  await streaming
  await tell('LEVEL_1')
  await unread('No').waitFor()
  await placePump(running.product, 'P-1', { hierarchyId: 'bay', x: 300, y: 300 })
  await unread(1).click()
  const tray = page.getByRole('dialog', { name: 'Notifications' })
  await tray.getByText(NAME).first().waitFor()
  await tray.getByRole('button', { name: 'Mark all read' }).click()
  await page.keyboard.press('Escape')
  await unread('No').waitFor()

  await page.getByRole('switch', { name: `${NAME} enabled` }).click()
  await page.getByText(`${NAME} is switched off`).waitFor()
  await tell('LEVEL_4')
  await tell('LEVEL_1')
  await page.getByRole('button', { name: `Delete ${NAME}` }).click()
  await page.getByRole('button', { name: 'Delete rule' }).click()
  await page.getByText('No asset rules yet').waitFor()
  // Events while the rule was off caused no notification.
  await unread('No').click()
  await tray.getByText('All', { exact: true }).click()
  await tray.getByText(NAME).first().waitFor()
  expect(await tray.getByRole('listitem').filter({ hasText: NAME }).count()).toBe(1)
  expect(complaints).toEqual([])
  await context.close()
})
