import type { Locator, Page } from 'playwright-core'
import { type BrowserTest, openPage, type PageOptions } from './browser.ts'
import { signIn } from './console-session.ts'
import { push } from './product.ts'

/**
 * Seconds that a practised user takes for each step, by the keystroke-level model (Card, Moran and Newell, 1980):
 * decide, point, press, move the hand to the keyboard, type a character.
 */
const SECONDS = { decide: 1.35, point: 1.1, press: 0.2, reach: 0.4, type: 0.28 } as const

/** Operates a page like a user, and computes the time that a user would take, independent of the machine. */
function createEffort() {
  let seconds = 0
  const click = async (target: Locator): Promise<void> => {
    await target.click()
    seconds += SECONDS.decide + SECONDS.point + SECONDS.press
  }
  return {
    click,
    type: async (target: Locator, text: string): Promise<void> => {
      await click(target)
      await target.fill(text)
      seconds += SECONDS.reach + text.length * SECONDS.type
    },
    /** Pastes text, or chooses a file in the browser's dialog: two more presses. */
    hand: async (action: () => Promise<unknown>): Promise<void> => {
      await action()
      seconds += 2 * (SECONDS.decide + SECONDS.point + SECONDS.press)
    },
    seconds: (): number => Math.round(seconds),
  }
}

/** An empty system, started without the demo, a password or a key. */
export const NEWCOMER = {
  demo: false,
  environment: { WARDTRACK_ADMIN_PASSWORD: '', WARDTRACK_INGEST_KEY: '' },
} as const

const OWN_PASSWORD = 'seven copper kettles'
const FLOOR = 'st-example-annex-level-1'

const step = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name })

/** Returns the password that was printed at the first start. */
function printedPassword(output: string): string {
  const [, password] = /^Sign in as \S+ with (.+) \(shown this once\)$/m.exec(output) ?? []
  if (password === undefined) throw new Error(`no password was printed:\n${output}`)
  return password
}

/**
 * Sets up a hospital on an empty system by clicks alone, then pushes an asset with the new key. Every step of the
 * first setup is completed, none is postponed.
 */
export async function firstRunVisit({ browser, product }: BrowserTest, size: PageOptions['size']) {
  const { page, context, complaints } = await openPage(browser, { size })
  const { click, type, hand, seconds } = createEffort()
  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const goOn = (): Promise<void> => click(page.getByRole('link', { name: 'Continue set-up' }))
  const generated = printedPassword(product.output())
  await hand(() => signIn(page, product, { username: product.username, password: generated }))

  await click(step(page, 'Change the generated password').getByRole('link', { name: 'Change password' }))
  await hand(() => page.getByLabel('Current password').fill(generated))
  await type(page.getByLabel('New password', { exact: true }), OWN_PASSWORD)
  await type(page.getByLabel('New password again'), OWN_PASSWORD)
  await click(button('Change password'))
  await page.getByText('1 of 5 done').waitFor()
  await goOn()

  await click(button('Add these privileges'))
  await page.waitForURL(/#\/admin-config\/first-run/)

  await click(step(page, 'Add the first users').getByRole('link', { name: 'Add users' }))
  await click(button('Create User'))
  const userDialog = page.getByRole('dialog')
  await type(userDialog.getByLabel('Username'), 'n.nurse')
  await click(userDialog.getByLabel('Privileges'))
  await click(page.getByTitle('May See Equipment'))
  await page.keyboard.press('Escape')
  await click(button('Create User', userDialog))
  await page.getByText('Give this password to n.nurse').waitFor()
  await click(button('Done'))
  await goOn()

  await click(step(page, 'Create an ingestion key').getByRole('link', { name: 'Create key' }))
  await click(button('Create key'))
  const keyDialog = page.getByRole('dialog')
  await type(keyDialog.getByLabel('Name', { exact: true }), 'HL7 interface')
  await click(button('Create key', keyDialog))
  const key = await page.getByRole('group', { name: 'Key', exact: true }).innerText()
  const command = await page.getByRole('group', { name: 'Test command' }).innerText()
  await click(button('Done'))
  await goOn()

  await click(step(page, 'Import the first map').getByRole('button', { name: 'Add place' }))
  const placeDialog = page.getByRole('dialog')
  await type(placeDialog.getByLabel('Hospital'), 'St. Example')
  await type(placeDialog.getByLabel('Building'), 'Annex')
  await type(placeDialog.getByLabel('Floor'), 'Level 1')
  const buffer = await page.screenshot({ type: 'png' })
  await click(button('Add place', placeDialog))
  await page.waitForURL(new RegExp(`#/map-import/${FLOOR}`))
  const plan = { name: 'plan.png', mimeType: 'image/png', buffer }
  await hand(() => page.getByLabel(/^Choose an(other)? image/).setInputFiles(plan))
  await page.getByText('plan.png').waitFor()
  await type(page.getByLabel('Width in metres'), '64')
  await type(page.getByLabel('Height in metres'), '40')
  await click(button('Import map'))
  await page.getByRole('status').filter({ hasText: 'Level 1' }).waitFor()

  const pushed = { ...product, ingestKey: key }
  const pump = { AssetType: 'Equipment', AssetId: 'PUMP-1' }
  await push(pushed, '/api/ingest/assets', { ...pump, AssetName: 'Infusion pump 1' })
  await push(pushed, '/location/api/ingest/locations', { ...pump, hierarchyId: FLOOR, x: 30, y: 20 })
  // A phone's map has its list in a sheet, so the card is checked instead.
  await page.goto(`${product.url}/#/devices${size === 'phone' ? '' : '?view=map'}`)
  await page.getByText('Infusion pump 1').first().waitFor()
  await page.getByText('Level 1').first().waitFor()
  await page.goto(`${product.url}/#/admin-config/first-run`)
  await page.getByText('Everything is set up.').waitFor()
  await context.close()
  return { seconds: seconds(), command, complaints }
}
