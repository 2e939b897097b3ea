import { beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings } from './browser.ts'
import { setUpBrowserTest } from './browser-test.ts'
import { openSignedInPage, signedInClient } from './console-session.ts'
import { floor, setUpFloors } from './floors.ts'

/** Accessibility of the pages of places, maps and geofences, with a geofence and a monitor on each map. */
const running = setUpBrowserTest({ demo: false, prepare: setUpFloors })
beforeAll(async () => {
  const client = await signedInClient(running.product)
  for (const name of ['desktop', 'phone']) {
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

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('axe finds no serious problems on the pages of places, maps and geofences, light and dark', async () => {
    const pages = [
      ['hierarchy-list-two', 'Acme'],
      [`map-import/${floor(size)}`, 'Real size'],
      [`view-map/${floor(size)}`, `Level ${size}`],
      [`geofencing/${floor(size)}`, 'Save geofence'],
      ['geofencelist', `Store ${size}`],
      [`map-marking/${floor(size)}`, `M-${size}`],
    ] as const
    const { page, context, complaints } = await openSignedInPage(running, { size })
    const findings: string[] = []
    for (const [path, text] of pages) {
      await page.goto(`${running.product.url}/#/${path}`)
      await page.getByText(text).first().waitFor()
      for (const violation of await seriousFindings(page)) findings.push(`${path}: ${violation}`)
    }
    expect(complaints).toEqual([])
    expect(findings).toEqual([])
    await context.close()
  })
})
