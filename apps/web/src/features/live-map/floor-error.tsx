import { QueryError } from '../../ui/query-state.tsx'
import type { FloorProps } from './floor-props.ts'
import { useSubject } from './map-subject.ts'

/** In the place of the list: the map is there, what stands on it could not be read. */
export function FloorError({ query }: Pick<FloorProps, 'query'>) {
  const { many } = useSubject()
  return <QueryError query={query} boxed title={`The ${many} of this floor could not be loaded`} />
}
