import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { messages } from '@wardtrack/contracts/messages'
import { App } from 'antd'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { type FenceBody, switchedBody } from './fence-draft.ts'

/** A fence to be stored: a new one, or another shape of the one with this id. */
export interface FenceToSave {
  readonly id: string | undefined
  readonly body: FenceBody
}

/** Stores a new fence or a changed one. */
export function useSaveFence() {
  const client = useQueryClient()
  const { message } = App.useApp()
  return useMutation({
    mutationFn: async ({ id, body }: FenceToSave) => {
      if (id === undefined) await api.call('addGeofence', { body })
      else await api.call('changeGeofence', { params: { id }, body })
    },
    onSuccess: () => {
      void message.success(messages.geofenceSaved)
      return client.invalidateQueries({ queryKey: [KEYS.geofences] })
    },
    onError: (cause) => void message.error(cause.message),
  })
}

/** Writes a change into every cached list of fences. */
function changeCached(
  client: ReturnType<typeof useQueryClient>,
  change: (fences: Geofence[]) => Geofence[],
): void {
  client.setQueriesData<Geofence[]>({ queryKey: [KEYS.geofences] }, (fences) => fences && change(fences))
}

/** Switches a fence on or off: shown at once, taken back when the server does not agree. */
export function useSwitchFence(): UseMutationResult<unknown, Error, Geofence> {
  const client = useQueryClient()
  const { message } = App.useApp()
  const show = (fence: Geofence): void =>
    changeCached(client, (fences) => fences.map((each) => (each._id === fence._id ? fence : each)))
  return useMutation({
    mutationFn: (fence: Geofence) =>
      api.call('changeGeofence', { params: { id: fence._id }, body: switchedBody(fence, !fence.Enabled) }),
    onMutate: (fence) => show({ ...fence, Enabled: !fence.Enabled }),
    onSuccess: (_, fence) =>
      void message.success(`${fence.Name} is ${fence.Enabled ? 'switched off' : 'switched on'}`),
    onError: (cause, fence) => {
      show(fence)
      void message.error(cause.message)
    },
    onSettled: () => client.invalidateQueries({ queryKey: [KEYS.geofences] }),
  })
}

/**
 * Asks whether a fence shall be deleted, and deletes it.
 * @param onDeleted is told once the fence is gone
 */
export function useDeleteFence(onDeleted?: (fence: Geofence) => void): (fence: Geofence) => void {
  const client = useQueryClient()
  const { message, modal } = App.useApp()
  const remove = async (fence: Geofence): Promise<void> => {
    try {
      const answer = await api.call('deleteGeofence', { params: { id: fence._id } })
      changeCached(client, (fences) => fences.filter(({ _id }) => _id !== fence._id))
      onDeleted?.(fence)
      void message.success(answer.message)
    } catch (cause) {
      void message.error(cause instanceof Error ? cause.message : messages.someError)
    }
    void client.invalidateQueries({ queryKey: [KEYS.geofences] })
  }
  return (fence) =>
    void modal.confirm({
      title: `Delete geofence "${fence.Name}"?`,
      content: 'It raises no further alert. The alerts it has raised stay in the list.',
      okText: 'Delete geofence',
      okButtonProps: { danger: true, type: 'primary' },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => remove(fence),
    })
}
