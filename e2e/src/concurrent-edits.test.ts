import type { Client } from '@wardtrack/contracts/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'

/** Two administrators edit the same record: the second one sees the changes of the first, and chooses. */
const running = setUpBrowserTest({
  demo: false,
  environment: { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' },
  prepare: async (product) => configure(await signedInClient(product)),
})
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
})

const name = (size: string): string => `May look at the ${size}`

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('the second editor of a privilege sees what the first one stored, and keeps a part of both', async () => {
    const privilegeName = name(size)
    await client.call('addPrivilege', {
      body: { privilegeName, description: 'As it was', routes: ['/devices'] },
    })
    const options = { size, allowed: /status of 409/ } as const
    const opened = [
      await openSignedInPage(running, options),
      await openSignedInPage(running, options),
    ] as const
    const [first, second] = opened
    for (const { page } of opened) {
      await page.goto(`${running.product.url}/#/privilege-settings`)
      await page.getByRole('button', { name: new RegExp(privilegeName) }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
    }
    await first.page.getByRole('dialog').getByLabel('Description').fill('As the first wants it')
    await first.page.getByRole('button', { name: 'Save privilege' }).click()
    await first.page.getByRole('dialog').waitFor({ state: 'detached' })

    await second.page.getByRole('dialog').getByLabel('Description').fill('As the second wants it')
    await second.page.getByRole('button', { name: 'Save privilege' }).click()
    const question = second.page.getByRole('dialog', { name: 'Somebody else has changed this' })
    await question.getByText('As the first wants it').waitFor()
    await question.getByText('As the second wants it').waitFor()
    await question.getByRole('radio', { name: /^Take theirs/ }).check()
    await question.getByRole('button', { name: 'Save selection' }).click()
    await question.waitFor({ state: 'detached' })
    const { privilegeList } = await client.call('getPrivileges')
    expect(privilegeList.find((privilege) => privilege.privilegeName === privilegeName)).toMatchObject({
      description: 'As the first wants it',
    })
    expect([...first.complaints, ...second.complaints]).toEqual([])
    for (const { context } of opened) await context.close()
  })
})

test('the second editor of an address sees that of the first, and keeps the new one', async () => {
  const options = { size: 'desktop', allowed: /status of 409/ } as const
  const first = await openSignedInPage(running, options)
  const second = await openSignedInPage(running, options)
  for (const { page } of [first, second]) {
    await page.goto(`${running.product.url}/#/mirth-settings`)
    await page.getByRole('textbox', { name: 'Location Hierarchy', exact: true }).waitFor()
  }
  await first.page
    .getByRole('textbox', { name: 'Location Hierarchy', exact: true })
    .fill('http://127.0.0.1:9/first')
  await first.page.getByRole('button', { name: 'Save', exact: true }).click()
  await first.page.getByText('Settings Saved!').waitFor()
  await second.page
    .getByRole('textbox', { name: 'Location Hierarchy', exact: true })
    .fill('http://127.0.0.1:9/second')
  await second.page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = second.page.getByRole('dialog', { name: 'Somebody else has changed this' })
  await question.getByText('http://127.0.0.1:9/first').waitFor()
  await question.getByRole('button', { name: 'Save selection' }).click()
  await second.page.getByText('Settings Saved!').waitFor()
  const { data } = await client.call('getSettings', { body: { Type: 'Mirth', SubType: 'Mirth' } })
  expect(data.Fields).toMatchObject({ LocationHierarchy: 'http://127.0.0.1:9/second' })
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await first.context.close()
  await second.context.close()
})
