import { Skeleton } from 'antd'
import { useDelayed } from '../../lib/use-delayed.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import styles from './devices-map.module.css'
import { FloorWorkspace } from './floor-workspace.tsx'
import { useFloorMaps } from './use-floor-maps.ts'

/**
 * The devices that match a search, on their floors: one map at a time, live, with the same devices as a list.
 * @param props.search the dashboard's search text; under two characters it does not search
 */
export function DevicesMapView({ search }: { readonly search: string }) {
  const floors = useFloorMaps(search)
  const { maps, open } = floors
  if (maps.isError && !maps.data)
    return (
      <div className={styles.alone}>
        <ErrorState
          boxed
          title="The maps could not be loaded"
          cause={maps.error}
          onRetry={() => void maps.refetch()}
          retrying={maps.isFetching}
        />
      </div>
    )
  if (!maps.data) return <Bones />
  if (!open) return <Nothing search={search} />
  return <FloorWorkspace floors={floors} search={search} />
}

function Nothing({ search }: { readonly search: string }) {
  const searched = search.length >= 2
  return (
    <div className={styles.alone}>
      <EmptyState
        boxed
        title={searched ? `No devices on a map match “${search}”` : 'No device is on a map yet'}
        why={
          searched
            ? 'Name, serial number, asset ID, category and place were searched.'
            : 'Devices appear here as soon as a location provider has seen them on a floor.'
        }
      />
    </div>
  )
}

/** The final sizes, empty; only if loading takes long enough to be noticed. */
function Bones() {
  const late = useDelayed(150)
  const phone = usePhone()
  return (
    <div className={phone ? styles.phone : styles.desk} aria-busy="true">
      {late ? <Skeleton.Node active className={styles.bone ?? ''} /> : null}
      {late && !phone ? <Skeleton.Node active className={styles.bone ?? ''} /> : null}
    </div>
  )
}
