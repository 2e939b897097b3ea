import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { loadView } from './load-view.ts'
import { ROUTES, routeOf } from './routes.ts'
import { UnknownAddress } from './unknown-address.tsx'

const ASSET_DETAIL = 'asset-detail'

/**
 * Loads the page of `/asset-detail;type=…;id=…`. The router compares whole segments and knows no matrix parameters.
 * This route therefore receives every address of one segment without a specific route.
 */
export async function loadAssetAddress(): Promise<{ Component: ComponentType }> {
  const entry = ROUTES.find(({ page }) => page === ASSET_DETAIL)
  if (!entry) throw new Error('There is no route for one asset.')
  const { Component: AssetDetail } = await loadView(entry)
  return {
    Component: function AssetAddress() {
      const { pathname } = useLocation()
      return routeOf(pathname)?.page === ASSET_DETAIL ? <AssetDetail /> : <UnknownAddress />
    },
  }
}
