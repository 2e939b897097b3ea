import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { stubCanvases } from '../../../map-engine/testing/fake-canvas.ts'

/** A map of one asset with the providers it needs. */
export const withMapProviders = (children: ReactNode) => (
  <QueryClientProvider client={queryClient}>
    <App>
      <MemoryRouter>{children}</MemoryRouter>
    </App>
  </QueryClientProvider>
)

/** Each test has canvases that draw nothing, plans that decode, and an empty cache. Call it in `describe`. */
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
