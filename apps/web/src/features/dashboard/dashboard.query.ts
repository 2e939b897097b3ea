import { queryOptions } from '@tanstack/react-query'
import type { CountedField } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** Query for the tiles of the user's dashboard, and for the tiles the user may add. */
export const dashboardQuery = () =>
  queryOptions({
    queryKey: [KEYS.dashboard],
    queryFn: async ({ signal }) => (await api.call('getDashboard', { signal })).data,
    meta: { refreshMs: REFRESH_MS },
  })

const PATHS: Readonly<Record<CountedField, string>> = {
  BatteryLevel: 'Fields.BatteryLevel.Level',
  WifiStrength: 'Fields.WifiStrength.Strength',
}

/** Query for the number of devices at each level of a field. */
export const assetCountsQuery = (by: CountedField) =>
  queryOptions({
    queryKey: [KEYS.assetCounts, by],
    queryFn: ({ signal }) => api.call('countAssets', { body: { by }, signal }),
    meta: { refreshMs: REFRESH_MS, liveScope: { assetTypes: ['Equipment'], paths: [PATHS[by]] } },
  })
