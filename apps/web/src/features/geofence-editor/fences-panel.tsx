import type { UseQueryResult } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
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

/** The fences of the map as a list: to be changed, switched and deleted. */
export function FencesPanel({ fences, editing, highlighted, onHighlight }: FencesPanelProps) {
  const mayDelete = useMayOpen('geofencelist')
  const switching = useSwitchFence()
  const remove = useDeleteFence((fence) => {
    if (fence._id === editing.fence?._id) editing.close()
  })
  return (
    <LoadingPanel
      title="Geofences on this map"
      query={fences}
      failed="The geofences could not be loaded"
      count={fences.data?.length}
    >
      {(loaded) => (
        <FenceList
          fences={loaded}
          highlighted={highlighted}
          onHighlight={onHighlight}
          empty="No geofence yet. Draw the first one on the map."
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
