import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { messages } from '@wardtrack/contracts/messages'
import { App } from 'antd'
import { api } from '../../lib/api.ts'
import type { Point } from '../../map-engine/index.ts'
import { monitorIdOf, monitorsQuery } from './monitors.query.ts'

/**
 * Marks monitors on a map and moves their marks: shown at once, taken back when the server does not agree. Saving an
 * id that is there already moves it.
 */
export function useSaveMonitor(mapId: string) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const { queryKey } = monitorsQuery(mapId)
  return useMutation({
    mutationFn: (mark: MonitorMark) => api.call('saveHierarchies', { body: [mark] }),
    onMutate: async (mark) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      const others = before?.filter(({ hierarchyId }) => hierarchyId !== mark.hierarchyId)
      if (others) client.setQueryData(queryKey, [...others, mark])
      return { before }
    },
    onSuccess: () => void message.success(messages.monitorMarked),
    onError: (cause, _mark, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before)
      void message.error(cause.message)
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** The mark of a monitor at a point of the map. Provider names are lower case. */
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

/** Asks whether a monitor shall be taken off its map, and takes it off. */
export function useRemoveMonitor(mapId: string): (mark: MonitorMark) => void {
  const client = useQueryClient()
  const { message, modal } = App.useApp()
  const { queryKey } = monitorsQuery(mapId)
  const remove = async ({ hierarchyId }: MonitorMark): Promise<void> => {
    try {
      const answer = await api.call('removeMarkedMonitor', { params: { hierarchyId } })
      client.setQueryData(queryKey, (marks) => marks?.filter((mark) => mark.hierarchyId !== hierarchyId))
      void message.success(answer.message)
    } catch (cause) {
      void message.error(cause instanceof Error ? cause.message : messages.someError)
    }
    void client.invalidateQueries({ queryKey })
  }
  return (mark) =>
    void modal.confirm({
      title: `Remove monitor "${monitorIdOf(mark)}"?`,
      content: `What ${mark.provider} reports by it is no longer placed on this map.`,
      okText: 'Remove monitor',
      okButtonProps: { danger: true, type: 'primary' },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => remove(mark),
    })
}
