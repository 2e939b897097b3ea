import type { UseQueryResult } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { useMayOpen } from '../../lib/access.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { FenceList, useDeleteFence, useSwitchFence } from '../geofences/index.ts'
import type { EditedFence } from './use-edited-fence.ts'

interface FencesPanelProps {
  readonly fences: UseQueryResult<Geofence[]>
  readonly work: EditedFence
  readonly marked: string | undefined
  readonly onPoint: (id: string | undefined) => void
}

/** The fences of the map as a list: to be changed, switched and deleted. */
export function FencesPanel({ fences, work, marked, onPoint }: FencesPanelProps) {
  const mayDelete = useMayOpen('geofencelist')
  const switching = useSwitchFence()
  const remove = useDeleteFence((fence) => {
    if (fence._id === work.fence?._id) work.close()
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
          marked={marked}
          onPoint={onPoint}
          empty="No geofence yet. Draw the first one on the map."
          actions={{
            edit: work.open,
            turn: switching.mutate,
            remove: mayDelete ? remove : undefined,
            editing: work.fence?._id,
          }}
        />
      )}
    </LoadingPanel>
  )
}
