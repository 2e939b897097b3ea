import type { UseQueryResult } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { FenceList, useDeleteFence, useSwitchFence } from '../geofences/index.ts'
import type { EditedFence } from './use-edited-fence.ts'

interface FencesPanelProps {
  readonly fences: UseQueryResult<Geofence[]>
  readonly editing: EditedFence
  readonly highlighted: string | undefined
  readonly onHighlight: (id: string | undefined) => void
}

/** List of the map's geofences, with editing, switching and deleting. */
export function FencesPanel({ fences, editing, highlighted, onHighlight }: FencesPanelProps) {
  const { t } = useTranslation(['geofence-editor', 'geofences'])
  const mayDelete = useMayOpen('geofencelist')
  const switching = useSwitchFence()
  const remove = useDeleteFence((fence) => {
    if (fence._id === editing.fence?._id) editing.close()
  })
  return (
    <LoadingPanel
      title={t('list.title')}
      query={fences}
      failed={t('geofences:failed')}
      count={fences.data?.length}
    >
      {(loaded) => (
        <FenceList
          fences={loaded}
          highlighted={highlighted}
          onHighlight={onHighlight}
          empty={t('list.none')}
          actions={{
            edit: editing.open,
            toggleEnabled: switching.mutate,
            remove: mayDelete ? remove : undefined,
            editing: editing.fence?._id,
          }}
        />
      )}
    </LoadingPanel>
  )
}
