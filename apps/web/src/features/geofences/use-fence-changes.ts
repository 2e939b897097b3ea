import { type QueryClient, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { type FenceBody, switchedBody } from './fence-draft.ts'

const invalidates = [[KEYS.geofences]]

/** A geofence to store: a new one, or new values for the given id. */
export interface FenceToSave {
  readonly id: string | undefined
  readonly body: FenceBody
}

/** Stores a new or changed geofence. */
export const useSaveFence = () =>
  useApiMutation({
    call: async ({ id, body }: FenceToSave) => {
      if (id === undefined) await api.call('addGeofence', { body })
      else await api.call('changeGeofence', { params: { id }, body })
    },
    success: () => translate('messages:geofenceSaved'),
    invalidates,
  })

/** Applies a change to every cached list of geofences. */
const changeCached = (client: QueryClient, change: (fences: Geofence[]) => Geofence[]): void =>
  void client.setQueriesData<Geofence[]>({ queryKey: [KEYS.geofences] }, (fences) => fences && change(fences))

/** Switches a geofence on or off, shown immediately and reverted if the server refuses. */
export function useSwitchFence(): UseMutationResult<unknown, Error, Geofence> {
  const client = useQueryClient()
  const show = (fence: Geofence): void =>
    changeCached(client, (fences) => fences.map((cached) => (cached._id === fence._id ? fence : cached)))
  return useApiMutation({
    call: (fence: Geofence) =>
      api.call('changeGeofence', { params: { id: fence._id }, body: switchedBody(fence, !fence.Enabled) }),
    optimistic: (fence) => {
      show({ ...fence, Enabled: !fence.Enabled })
      return () => show(fence)
    },
    success: (_, fence) =>
      translate(fence.Enabled ? 'geofences:turnedOff' : 'geofences:turnedOn', { name: fence.Name }),
    invalidates,
  })
}

/**
 * Asks for confirmation to delete a geofence, and deletes it.
 * @param onDeleted called once the geofence is deleted
 */
export function useDeleteFence(onDeleted?: (fence: Geofence) => void): (fence: Geofence) => void {
  const { t } = useTranslation('geofences')
  const client = useQueryClient()
  const confirm = useConfirm()
  const { mutateAsync } = useApiMutation({
    call: (fence: Geofence) => api.call('deleteGeofence', { params: { id: fence._id } }),
    success: ({ message }) => message,
    onSuccess: (_, fence) => {
      changeCached(client, (fences) => fences.filter(({ _id }) => _id !== fence._id))
      onDeleted?.(fence)
    },
    invalidates,
  })
  return (fence) =>
    confirm({
      title: t('delete.title', { name: fence.Name }),
      content: t('delete.what'),
      verb: t('delete.verb'),
      onConfirm: () => mutateAsync(fence),
    })
}
