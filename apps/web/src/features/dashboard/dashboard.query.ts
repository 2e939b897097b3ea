import { queryOptions } from '@tanstack/react-query'
import type { CountedField } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'

/** The tiles of the person's dashboard, and what they may put there. */
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

/** How many devices have each level of a field. */
export const assetCountsQuery = (by: CountedField) =>
  queryOptions({
    queryKey: [KEYS.assetCounts, by],
    queryFn: ({ signal }) => api.call('countAssets', { body: { by }, signal }),
    meta: { refreshMs: REFRESH_MS, liveScope: { assetTypes: ['Equipment'], paths: [PATHS[by]] } },
  })
