import { startMailServer, type TestMailServer } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { push } from './product.ts'
import { setUpPumps } from './pumps.ts'

/** Rule mails, from the configuration of the mail server to the mail of a rule. */
const running = setUpBrowserTest({
  demo: false,
  environment: { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' },
  prepare: async (product) => {
    await setUpPumps(product)
    const body = {
      username: 'anna',
      password: 'correct horse battery',
      displayName: 'Anna Berg',
      email: 'anna@hospital.example',
    }
    await (await signedInClient(product)).call('createUser', { body })
  },
})

let mailServer: TestMailServer
beforeAll(async () => {
  mailServer = await startMailServer()
})
afterAll(() => mailServer.close())

const mailsTo = (address: string): string[] =>
  mailServer.mails.filter(({ to }) => to === address).map(({ text }) => text)

test('a mail server is configured and tested, a rule sends by mail, and its mail arrives', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).click()
    await page.getByTitle(option, { exact: true }).last().click()
  }
  await page.goto(`${running.product.url}/#/admin-config?tab=mail`)
  await page.getByLabel('Host').fill('127.0.0.1')
  await choose('Encryption', 'None')
  await page.getByLabel('Port').fill(String(mailServer.port))
  await page.getByLabel('Sender address').fill('wardtrack@hospital.example')
  await page.getByLabel('Address of the console').fill(running.product.url)
  await page.getByRole('button', { name: 'Save mail server' }).click()
  await page.getByText('Setting Updated').waitFor()
  await page.getByLabel('Send it to').fill('admin@hospital.example')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('queued as 42').waitFor()
  expect(mailsTo('admin@hospital.example')).toHaveLength(1)

  await page.goto(`${running.product.url}/#/add-ls-notify-rule`)
  await page.getByLabel('Profile name').fill('Empty batteries')
  await choose('Asset type', 'Equipment')
  await choose('Metadata name', 'Battery Level')
  await choose('Operator', 'Equals')
  await choose('Value', 'Critical')
  await choose('Priority', 'High')
  await page.getByLabel('Notify these users').fill('anna')
  await page
    .getByTitle(/Anna Berg/)
    .last()
    .click()
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: /Notify by mail/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('switch', { name: 'Empty batteries enabled' }).waitFor()

  const tell = (BatteryLevel: string): Promise<void> =>
    push(running.product, '/status/api/ingest/device-status', { deviceId: 'P-1', BatteryLevel })
  await tell('LEVEL_4')
  await tell('LEVEL_1')
  await expect.poll(() => mailsTo('anna@hospital.example').length).toBe(1)
  const [mail] = mailsTo('anna@hospital.example')
  expect(mail).toContain('Subject: [Wardtrack] Empty batteries: Pump One: Battery Level Critical')
  expect(mailsTo('admin@hospital.example')).toHaveLength(1)

  await page.goto(`${running.product.url}/#/admin-config?tab=mail`)
  await page.getByText('No deliveries').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
