import { PAGES } from '@wardtrack/contracts/pages'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WatchedPage } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, openSignedInPage, signedInClient } from './console-session.ts'
import { type Product, push } from './product.ts'

/** Texts with markup are stored in every field that takes free text; each page shows them as texts. */
const running = setUpBrowserTest({ demo: false, prepare: fillWithMarkup })

const SCRIPT = 'globalThis.wasRun=1'
/** Returns a text that begins with a name, ends every element and attribute around it, and would run a script. */
const markup = (name: string): string =>
  `${name} "'></textarea></title></script><img src=x onerror="${SCRIPT}"><svg onload="${SCRIPT}">`
/** Returns a shorter text with markup, for fields with few characters. */
const shortMarkup = (name: string): string => `${name}<img src=x onerror=${SCRIPT}>`
/** A link that would run a script. */
const LINK = `javascript:${SCRIPT}`

const AT = { mapId: 'markup', hierarchyId: 'markup-room' } as const

async function fillWithMarkup(product: Product): Promise<void> {
  const client = await signedInClient(product)
  await configure(client)
  await push(product, '/location/api/ingest/hierarchies', [
    {
      hierarchyId: AT.hierarchyId,
      fullName: ['Site', 'Tower', 'Room'].map(shortMarkup),
      mapId: AT.mapId,
      map: { name: shortMarkup('Map'), xDimension: 50, yDimension: 30 },
    },
  ])
  await push(
    product,
    '/api/ingest/assets',
    ['Equipment', 'Patient', 'Clinician'].map((AssetType) => ({
      AssetType,
      AssetId: `${AssetType}-1`,
      AssetName: markup(AssetType),
      SerialNo: shortMarkup('Serial'),
      PrimaryCategory: shortMarkup('Category'),
      Notes: markup('Notes'),
      Website: LINK,
      LocationTags: [{ Provider: 'acme', TagId: shortMarkup(`tag-${AssetType}`), IsPrimary: true }],
    })),
  )
  await push(product, '/location/api/ingest/locations', [
    { AssetType: 'Equipment', AssetId: 'Equipment-1', mapId: AT.mapId, x: 10, y: 10 },
  ])
  await push(product, '/status/api/ingest/device-status', [
    { AssetType: 'Equipment', AssetId: 'Equipment-1', BatteryLevel: 'LEVEL_1' },
  ])
  await client.call('createUser', {
    body: {
      username: 'markup-user',
      password: 'seven copper kettles',
      displayName: shortMarkup('Display name'),
      privileges: ['May see everything'],
    },
  })
  await client.call('addPrivilege', {
    body: {
      privilegeName: shortMarkup('May privilege'),
      description: shortMarkup('Description'),
      routes: ['devices'],
    },
  })
  await client.call('createCustomTag', { body: { newCustomTag: shortMarkup('Custom') } })
  await client.call('addCustomTag', {
    body: { AssetType: 'Equipment', AssetId: 'Equipment-1', newCustomTag: shortMarkup('Custom') },
  })
  await client.call('addGeofence', {
    body: {
      Name: shortMarkup('Fence'),
      Type: shortMarkup('Kind'),
      AssetTypes: ['Equipment'],
      MapId: AT.mapId,
      Coordinates: { x: 10, y: 10, w: 200, h: 200 },
      EntryTrigger: true,
      EntryTriggerWaitTime: 0,
      ExitTrigger: false,
    },
  })
  await push(product, '/location/api/ingest/locations', [
    { AssetType: 'Equipment', AssetId: 'Equipment-1', mapId: AT.mapId, x: 11, y: 11 },
  ])
  await client.call('createNotificationRule', {
    body: {
      Name: shortMarkup('Rule'),
      NotificationAssetType: 'Equipment',
      NotificationField: 'BatteryLevel',
      RaiseValue: 'Equals LEVEL_1',
      Priority: 'High',
    },
  })
  await client.call('createFilter', {
    body: { displayName: shortMarkup('Filter'), criteria: [{ AssetType: 'Equipment' }], showOn: 'devices' },
  })
  await client.call('createCustomReport', {
    body: {
      Name: shortMarkup('Report'),
      Description: shortMarkup('About it'),
      Subject: 'Equipment',
      Type: 'List',
      share: 'None',
      Fields: ['AssetName', 'SerialNo'],
    },
  })
}

let opened: WatchedPage
beforeAll(async () => {
  opened = await openSignedInPage(running, { size: 'desktop' })
})
afterAll(() => opened.context.close())

/** Pages that are about one thing, with the parameters that name it. */
const PARAMETERS: Readonly<Record<string, string>> = {
  'asset-detail': ';type=Equipment;id=Equipment-1',
  'device-detail': ';type=Equipment;id=Equipment-1',
  'view-map': `;mapId=${AT.mapId}`,
  geofencing: `;mapId=${AT.mapId}`,
  'map-marking': `;mapId=${AT.mapId}`,
}

/** Returns the elements that stored markup would have made. */
const foreignElements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('img[src="x"], [onerror], [onload], a[href^="javascript:"]')].map(
      ({ outerHTML }) => outerHTML,
    ),
  )

/** Milliseconds in which a page shows what it has loaded; the live stream of a page never ends. */
const SHOW_MS = 800
/** Tabs that visit a part of the pages each, without loading the console again. */
const TABS = 4

test('no stored markup runs on any page', async () => {
  const { context, complaints } = opened
  const waiting = [...PAGES]
  const found = new Map<string, { foreign: string[]; wasRun: boolean }>()
  const visitInTab = async (): Promise<void> => {
    const page = await context.newPage()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await page.goto(`${running.product.url}/#/${path}${PARAMETERS[path] ?? ''}`)
      await page.getByRole('main').waitFor()
      await page.waitForTimeout(SHOW_MS)
      const wasRun = await page.evaluate(() => 'wasRun' in globalThis)
      found.set(path, { foreign: await foreignElements(page), wasRun })
    }
    await page.close()
  }
  await Promise.all(Array.from({ length: TABS }, visitInTab))
  expect(found).toEqual(new Map(PAGES.map((path) => [path, { foreign: [], wasRun: false }])))
  // The router warns where an address is typed over a page with a form.
  expect(complaints.filter((text) => !text.includes('use a blocker on a POP navigation'))).toEqual([])
})

/** Pages with a stored text that they show. */
const SHOWN: readonly (readonly [path: string, text: string])[] = [
  ['devices', markup('Equipment')],
  ['asset-detail;type=Equipment;id=Equipment-1', markup('Equipment')],
  ['assetlist', markup('Equipment')],
  ['geofencelist', shortMarkup('Fence')],
  ['geofence-alerts', shortMarkup('Fence')],
  ['ls-notify-rules', shortMarkup('Rule')],
  ['custom-tags', shortMarkup('Custom')],
  ['privilege-settings', shortMarkup('May privilege')],
  ['admin-config', shortMarkup('Display name')],
  ['hierarchy-list-two', shortMarkup('Room')],
]

test.each(SHOWN)('%s shows stored markup as text', async (path, text) => {
  const { page } = opened
  await page.goto(`${running.product.url}/#/${path}`)
  await page.getByText(text).first().waitFor()
  expect(await foreignElements(page)).toEqual([])
})
