import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RtlsHierarchy } from '@wardtrack/contracts'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { internalPlacesQuery, PLACES_KEY } from '../places/index.ts'
import { withMapping } from './place-rows.ts'

type Mappings = RtlsHierarchy['mappings']

/** New mappings of a place. */
export interface MappingChange {
  readonly place: RtlsHierarchy
  readonly mappings: Mappings
  /** Message with Undo; by default the server's message is shown. */
  readonly undoable?: string
}

const mutationKey = ['hierarchy-mapping']

/** In seconds, enough to read the message and press Undo. */
const undoSeconds = 8

/**
 * Saves a place's mappings immediately. The list shows the change before the response, and reverts it on a refusal.
 */
export function useMappingChange(): (change: MappingChange) => void {
  const client = useQueryClient()
  const { message } = App.useApp()
  const { queryKey } = internalPlacesQuery()
  const put = (hierarchyId: string, mappings: Mappings): void =>
    void client.setQueryData(queryKey, (places) =>
      places?.map((cached) => (cached.hierarchyId === hierarchyId ? { ...cached, mappings } : cached)),
    )
  const { mutate } = useMutation({
    mutationKey,
    // Saves run one after another, because each contains all mappings of its place.
    scope: { id: 'hierarchy-mapping' },
    mutationFn: ({ place, mappings }: MappingChange) =>
      api.call('modifyRtlsHierarchy', {
        body: { hierarchyId: place.hierarchyId, fullName: place.fullName, mappings },
      }),
    onMutate: async ({ place, mappings }) => {
      await client.cancelQueries({ queryKey })
      put(place.hierarchyId, mappings)
    },
    onSuccess: ({ data, message: notice }, { place, undoable }) => {
      // A later change of the same place that still waits is shown already and must not flicker.
      if (client.isMutating({ mutationKey }) === 1) put(data.hierarchyId, data.mappings)
      const key = `mapping ${place.hierarchyId}`
      if (undoable === undefined) {
        void message.success({ key, content: serverText(notice) })
        return
      }
      const undo = (): void => {
        message.destroy(key)
        mutate({ place: data, mappings: place.mappings })
      }
      const content = <Undoable text={undoable} onUndo={undo} />
      void message.success({ key, content, duration: undoSeconds })
    },
    onError: (error, { place }) => {
      put(place.hierarchyId, place.mappings)
      void message.error(serverText(error.message))
      void client.invalidateQueries({ queryKey: PLACES_KEY })
    },
  })
  return mutate
}

const Undoable = ({ text, onUndo }: { readonly text: string; readonly onUndo: () => void }) => {
  const { t } = useTranslation('hierarchy')
  return (
    <>
      <span>{text}</span>
      <Button type="link" size="small" onClick={onUndo}>
        {t('undo')}
      </Button>
    </>
  )
}

/** Returns the change that maps or unmaps one provider's place and keeps the others. */
export const changeOf = (
  place: RtlsHierarchy,
  provider: string,
  mapping: Mappings[string] | undefined,
): MappingChange => ({ place, mappings: withMapping(place.mappings, provider, mapping) })
