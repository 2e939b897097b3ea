import type { Client } from '@wardtrack/contracts/client'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { floor, setUpFloors } from './floors.ts'
import { push } from './product.ts'

/** A location provider with its own JSON, from the form to a marker on the plan, and its refused items. */
const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })
let client: Client
beforeAll(async () => {
  client = await signedInClient(running.product)
})

const SAMPLE = JSON.stringify({ seen: [{ tag: 'own-1', floor: floor('desktop'), at: [12, 34] }] })
const EXPRESSION = 'seen.{ "tagId": tag, "mapId": floor, "x": at[0], "y": at[1] }'

async function addProvider(page: Page): Promise<void> {
  await page.goto(`${running.product.url}/#/provider-settings/new`)
  await page.getByLabel('Provider Name').fill('Northlight')
  for (const question of ['Provides Maps & Hierarchy', 'Enabled'])
    await page.getByRole('group', { name: question }).getByText('Yes').click()
  await page.getByLabel('Field Name').fill('api_key')
  await page.getByLabel('Field Value').fill('very secret 4711')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByText('Settings Saved!').waitFor()
  await page.getByRole('heading', { name: 'Northlight Settings' }).waitFor()
}

test('a provider is added, and its own JSON becomes a marker on the plan', async () => {
  const { page, context, complaints } = await openSignedInPage(running, { size: 'desktop' })
  await addProvider(page)
  await expect.poll(() => page.getByLabel('api_key', { exact: true }).inputValue()).toBe('********')
  const menu = page.getByRole('navigation', { name: 'Main' })
  if ((await menu.getByRole('button', { name: 'Settings' }).getAttribute('aria-expanded')) === 'false')
    await menu.getByRole('button', { name: 'Settings' }).click()
  await menu.getByRole('link', { name: 'northlight' }).waitFor()

  await page.getByRole('button', { name: 'New key' }).click()
  const key = await page.getByRole('group', { name: 'Ingestion keys' }).innerText()
  expect(key).toMatch(/^wt_/)
  await page.getByRole('button', { name: 'I have copied it' }).click()

  await page.getByRole('tab', { name: 'Provider format' }).click()
  await page.getByLabel('Expression (JSONata)').fill(EXPRESSION)
  await page.getByLabel('Sample').fill(SAMPLE)
  await page.getByText('Items: 1. Refused among those shown: 0.').waitFor()
  await page.getByRole('button', { name: 'Save format' }).click()
  await page.getByText('Format saved.').waitFor()

  await push(running.product, '/api/ingest/assets', {
    AssetType: 'Equipment',
    AssetId: 'P-own',
    AssetName: 'Pump of Northlight',
    LocationTags: [{ Provider: 'northlight', TagId: 'own-1', IsPrimary: true }],
  })
  const pushed = await fetch(`${running.product.url}/location/api/ingest/provider/northlight`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: SAMPLE,
  })
  expect(await pushed.json()).toMatchObject({ accepted: 1, refused: 0 })
  const { data } = await client.call('assetGetById', { query: { assetType: 'Equipment', assetId: 'P-own' } })
  expect(data.CurrentLocation).toMatchObject({ mapId: floor('desktop'), xCenterPoint: 120 })
  await page.goto(`${running.product.url}/#/devices?view=map`)
  await page.getByText('Pump of Northlight').first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('refused items are viewed, corrected and replayed', async () => {
  const { page, context } = await openSignedInPage(running, { size: 'desktop' })
  const item = { provider: 'acme', tagId: 't-phone', mapId: 'nowhere', x: 3, y: 4 }
  await fetch(`${running.product.url}/location/api/ingest/locations`, {
    method: 'POST',
    headers: { 'x-api-key': running.product.ingestKey, 'content-type': 'application/json' },
    body: JSON.stringify([item]),
  })
  await page.goto(`${running.product.url}/#/provider-settings/acme?tab=refused`)
  await page.getByRole('cell', { name: /^Unknown map/ }).waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refused item' })
  await dialog.getByLabel('Item', { exact: true }).fill(JSON.stringify({ ...item, mapId: 'still nowhere' }))
  const refused = page.waitForResponse(/\/mend$/)
  await dialog.getByRole('button', { name: 'Fix and retry' }).click()
  expect((await refused).status()).toBe(400)
  await dialog.getByText('This map does not exist.').nth(1).waitFor()
  await dialog.getByLabel('Item', { exact: true }).fill(JSON.stringify({ ...item, mapId: floor('phone') }))
  await dialog.getByRole('button', { name: 'Fix and retry' }).click()
  await page.getByText('1 accepted, 0 already known, 0 unresolved, 0 refused again').waitFor()
  const { data } = await client.call('assetGetById', {
    query: { assetType: 'Equipment', assetId: 'P-phone' },
  })
  expect(data.CurrentLocation).toMatchObject({ mapId: floor('phone') })
  await context.close()
})
