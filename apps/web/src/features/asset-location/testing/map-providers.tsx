import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { stubCanvases } from '../../../map-engine/testing/fake-canvas.ts'

/** Wraps a map of one asset in its providers. */
export const withMapProviders = (children: ReactNode) => (
  <QueryClientProvider client={queryClient}>
    <App>
      <MemoryRouter>{children}</MemoryRouter>
    </App>
  </QueryClientProvider>
)

/** Gives each test canvases that draw nothing, decodable plans, and an empty cache. Call it in `describe`. */
export function stubMaps(): void {
  let restoreCanvases = () => {}
  beforeEach(() => {
    queryClient.clear()
    restoreCanvases = stubCanvases()
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1600, height: 1000 }))
  })
  afterEach(() => {
    restoreCanvases()
    vi.restoreAllMocks()
  })
}
