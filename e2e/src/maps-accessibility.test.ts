import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, seriousFindings } from './browser.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { floor, setUpFloors } from './floors.ts'
import { type Product, startProduct } from './product.ts'

/** What axe says of the pages of places, maps and fences, with a fence and a monitor on each map. */
let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct({ WARDTRACK_DEMO: 'off' })
  browser = await openBrowser()
  const client = await signedInClient(product)
  await setUpFloors(product, client)
  for (const name of ['desk', 'phone']) {
    await client.call('addGeofence', {
      body: {
        Name: `Store ${name}`,
        Type: 'Storage',
        AssetTypes: ['Equipment'],
        MapId: floor(name),
        Coordinates: { x: 500, y: 200, w: 200, h: 200 },
        EntryTrigger: false,
        ExitTrigger: true,
        ExitTriggerWaitTime: 5,
      },
    })
    const monitor = { provider: 'acme', mapId: floor(name), type: 'monitor' as const }
    await client.call('saveHierarchies', {
      body: { ...monitor, hierarchyId: `acme-M-${name}`, xCoordinate: 300, yCoordinate: 200 },
    })
  }
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
})

describe.each(['desk', 'phone'] as const)('at %s width', (size) => {
  test('axe finds nothing serious on the pages of places, maps and fences, light and dark', async () => {
    const pages = [
      ['hierarchy-list-two', 'Acme'],
      [`map-import/${floor(size)}`, 'Real size'],
      [`view-map/${floor(size)}`, `Level ${size}`],
      [`geofencing/${floor(size)}`, 'Save geofence'],
      ['geofencelist', `Store ${size}`],
      [`map-marking/${floor(size)}`, `M-${size}`],
    ] as const
    const { page, context, complaints } = await openSignedInPage(browser, product, { size })
    const findings: string[] = []
    for (const [path, text] of pages) {
      await page.goto(`${product.url}/#/${path}`)
      await page.getByText(text).first().waitFor()
      for (const finding of await seriousFindings(page)) findings.push(`${path}: ${finding}`)
    }
    expect(complaints).toEqual([])
    expect(findings).toEqual([])
    await context.close()
  })
})
