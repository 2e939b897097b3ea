import { useQueryClient } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import type { Point } from '../../map-engine/index.ts'
import { monitorIdOf, monitorsQuery } from './monitors.query.ts'

/**
 * Adds and moves monitors on a map, shown immediately and reverted if the server refuses. Saving an existing id moves
 * it.
 */
export function useSaveMonitor(mapId: string) {
  const client = useQueryClient()
  const { queryKey } = monitorsQuery(mapId)
  return useApiMutation({
    call: (mark: MonitorMark) => api.call('saveHierarchies', { body: [mark] }),
    optimistic: async (mark) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      const unchanged = before?.filter(({ hierarchyId }) => hierarchyId !== mark.hierarchyId)
      if (unchanged) client.setQueryData(queryKey, [...unchanged, mark])
      return () => void (before && client.setQueryData(queryKey, before))
    },
    success: () => translate('messages:monitorMarked'),
    invalidates: [queryKey],
  })
}

/** Creates a monitor at a point of the map. Provider names are lower case. */
export function createMark(mapId: string, at: Point, provider: string, monitorId: string): MonitorMark {
  const name = provider.trim().toLowerCase()
  return {
    hierarchyId: `${name}-${monitorId.trim()}`,
    provider: name,
    mapId,
    type: 'monitor',
    xCoordinate: at.x,
    yCoordinate: at.y,
  }
}

/** Removes a monitor from its map: immediately for an undo, else after a confirmation. */
export function useRemoveMonitor(mapId: string) {
  const { t } = useTranslation('monitors')
  const client = useQueryClient()
  const confirm = useConfirm()
  const { queryKey } = monitorsQuery(mapId)
  const removing = useApiMutation({
    call: ({ hierarchyId }: MonitorMark) => api.call('removeMarkedMonitor', { params: { hierarchyId } }),
    success: ({ message }) => message,
    onSuccess: (_, { hierarchyId }) =>
      void client.setQueryData(queryKey, (marks) =>
        marks?.filter((mark) => mark.hierarchyId !== hierarchyId),
      ),
    invalidates: [queryKey],
  })
  const askToRemove = (mark: MonitorMark, onRemoved: () => void): void =>
    confirm({
      title: t('remove.title', { monitor: monitorIdOf(mark) }),
      content: t('remove.what', { provider: mark.provider }),
      verb: t('remove.submit'),
      onConfirm: () => removing.mutateAsync(mark, { onSuccess: onRemoved }),
    })
  return { removing, askToRemove }
}
