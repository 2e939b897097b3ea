import type { Dashboard, PlacedTile } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { dashboardQuery } from './dashboard.query.ts'

/** Response of all calls that change a dashboard. */
interface Saved {
  readonly message: string
  readonly data: Dashboard
}

const sent = (tiles: readonly PlacedTile[]) => ({ tiles: [...tiles] })

/**
 * Returns the calls that change the user's dashboard and the default. @param onSaved is called after the user's own
 * was stored
 */
export function useDashboardChanges(onSaved: () => void) {
  const take = ({ data }: Saved): void => {
    queryClient.setQueryData(dashboardQuery().queryKey, data)
  }
  const success = ({ message }: Saved): string => message
  const invalidates = [[KEYS.dashboard]]
  const personalChange = {
    success,
    onSuccess: (answer: Saved) => {
      take(answer)
      onSaved()
    },
  }
  const common = { success, onSuccess: take, invalidates }
  return {
    save: useApiMutation({
      call: (tiles: readonly PlacedTile[]) => api.call('saveDashboard', { body: sent(tiles) }),
      ...personalChange,
    }),
    reset: useApiMutation({ call: () => api.call('resetDashboard'), ...personalChange }),
    saveDefault: useApiMutation({
      call: ({ tiles, revision }: { tiles: readonly PlacedTile[]; revision: string }) =>
        api.call('saveDefaultDashboard', { body: { ...sent(tiles), revision } }),
      ...common,
    }),
    resetDefault: useApiMutation({
      call: (revision: string) => api.call('resetDefaultDashboard', { query: { revision } }),
      ...common,
    }),
  }
}
