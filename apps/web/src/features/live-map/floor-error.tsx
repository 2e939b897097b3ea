import { QueryError } from '../../ui/query-state.tsx'
import type { FloorProps } from './floor-props.ts'
import { useMapScope } from './map-scope.ts'

/** In the place of the list: the map is there, what stands on it could not be read. */
export function FloorError({ query }: Pick<FloorProps, 'query'>) {
  const { plural } = useMapScope()
  return <QueryError query={query} boxed title={`The ${plural} of this floor could not be loaded`} />
}
