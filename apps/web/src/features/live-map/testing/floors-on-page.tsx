import { QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import type { AssetPointer } from '@wardtrack/contracts'
import { App } from 'antd'
import type { ReactElement } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { liveStream } from '../../../lib/live/index.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { stubCanvases } from '../../../map-engine/testing/fake-canvas.ts'
import { fakeServer, liveBody, refusal } from '../../../testing/fake-server.ts'
import { sampleMapping } from '../../../testing/sample-assets.ts'

/** Creates a hospital with two floors; `on` contains the assets on them. */
export function hospital(on: AssetPointer[]) {
  const live = liveBody()
  const maps = ['m1', 'm2'].map((mapId, i) => ({
    mapId,
    name: `Tower A · Level ${i + 1}`,
    xDimension: 64,
    yDimension: 40,
  }))
  const matching = (body: unknown) => {
    const criteria = Object.assign({}, ...(body as object[])) as Record<string, unknown>
    const ids = criteria.AssetId as string[] | undefined
    return on.filter(
      ({ AssetType, AssetId, CurrentLocation }) =>
        (criteria.AssetType === undefined || [criteria.AssetType].flat().includes(AssetType)) &&
        CurrentLocation.mapId === criteria['CurrentLocation.mapId'] &&
        (!ids || ids.includes(AssetId)),
    )
  }
  const server = fakeServer({
    '/api/assets.getfilterMap': () =>
      maps.map((map) => ({
        ...map,
        count: on.filter(({ CurrentLocation }) => CurrentLocation.mapId === map.mapId).length,
      })),
    '/api/assets.MapsPointerAllAssets': ({ body }) => ({ data: matching(body), truncated: false }),
    '/api/assets.MapsPointer': ({ body }) => ({ data: matching(body), AssetIds: [], truncated: false }),
    '/location/api/location.getMap/m1': () => ({
      ...maps[0],
      refName: '',
      source: 'upload',
      width: 1600,
      height: 1000,
    }),
    '/location/api/location.getMap/m2': () => ({
      ...maps[1],
      refName: '',
      source: 'upload',
      width: 1600,
      height: 1000,
    }),
    '/var/uploads/images/Maps/m1.jpg': () => new Response('jpeg'),
    '/var/uploads/images/Maps/m2.jpg': () => refusal(404, 'not_found', 'There is no such image.'),
    '/api/asset.getMetaDataMapping': () => sampleMapping(),
    '/api/live': () => live.response(),
  })
  return { ...server, live, on }
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

/** Opens a map view at a separate address. */
export const openView = (view: ReactElement, address = '/'): RenderResult =>
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <MemoryRouter initialEntries={[address]}>
          {view}
          <Address />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )

/** Gives each test a canvas of 1000 × 600 and a plan of 1600 × 1000, and closes its stream. */
export function withCanvases(): void {
  let restoreCanvases = () => {}
  beforeEach(() => {
    queryClient.clear()
    restoreCanvases = stubCanvases()
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1600, height: 1000 }))
  })
  afterEach(() => {
    liveStream.stop()
    restoreCanvases()
    vi.restoreAllMocks()
  })
}
