import { ErrorState } from '../../ui/error-state.tsx'
import type { FloorProps } from './floor-props.ts'
import { useSubject } from './map-subject.ts'

/** In the place of the list: the map is there, what stands on it could not be read. */
export function FloorError({ query }: Pick<FloorProps, 'query'>) {
  const { many } = useSubject()
  return (
    <ErrorState
      boxed
      title={`The ${many} of this floor could not be loaded`}
      cause={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
