import { Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useDelayed } from '../../lib/use-delayed.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import styles from './assets-map.module.css'
import { FloorWorkspace } from './floor-workspace.tsx'
import { type MapSubject, SubjectContext, useSubject } from './map-subject.ts'
import { useFloorMaps } from './use-floor-maps.ts'
import { useHiddenTypes, useShownTypes } from './use-type-filter.ts'

interface AssetsOnFloorsProps {
  readonly subject: MapSubject
  /** Under two characters it does not search. */
  readonly search: string
  /** Stands above the map, before the types. */
  readonly tools?: ReactNode
}

/** The assets that match a search, on their floors: one map at a time, live, with the same assets as a list. */
export function AssetsOnFloors({ subject, search, tools }: AssetsOnFloorsProps) {
  // The tools stay in their place whatever is found: who types in them keeps the focus.
  const [types, setTypes] = useState<HTMLElement | null>(null)
  return (
    <SubjectContext value={subject}>
      {tools ? (
        <div className={styles.tools}>
          {tools}
          <div ref={setTypes} className={styles.types} />
        </div>
      ) : null}
      <Floors search={search} types={types} />
    </SubjectContext>
  )
}

interface FloorsProps {
  readonly search: string
  /** Where the types of the open map are shown. */
  readonly types: HTMLElement | null
}

function Floors({ search, types }: FloorsProps) {
  const subject = useSubject()
  const hiding = useHiddenTypes(subject)
  const floors = useFloorMaps(subject, search, useShownTypes(hiding.hidden))
  const { maps, open } = floors
  if (maps.isError && !maps.data)
    return (
      <div className={styles.alone}>
        <QueryError query={maps} boxed title="The maps could not be loaded" />
      </div>
    )
  if (!maps.data) return <FloorsSkeleton />
  if (!open) return <Nothing search={search} />
  return <FloorWorkspace floors={floors} search={search} hiding={hiding} chips={types} />
}

function Nothing({ search }: { readonly search: string }) {
  const { one, many } = useSubject()
  const searched = search.length >= 2
  return (
    <div className={styles.alone}>
      <EmptyState
        boxed
        title={searched ? `No ${many} on a map match “${search}”` : `No ${one} is on a map yet`}
        why={
          searched
            ? 'Name, serial number, asset ID, category and place were searched.'
            : 'It appears here as soon as a location provider has seen it on a floor.'
        }
      />
    </div>
  )
}

/** The final sizes, empty; only if loading takes long enough to be noticed. */
function FloorsSkeleton() {
  const late = useDelayed(150)
  const phone = usePhone()
  return (
    <div className={phone ? styles.phone : styles.desk} aria-busy="true">
      {late ? <Skeleton.Node active className={styles.skeletonPanel ?? ''} /> : null}
      {late && !phone ? <Skeleton.Node active className={styles.skeletonPanel ?? ''} /> : null}
    </div>
  )
}
