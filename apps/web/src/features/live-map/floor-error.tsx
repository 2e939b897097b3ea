import { useTranslation } from 'react-i18next'
import { QueryError } from '../../ui/query-state.tsx'
import type { FloorProps } from './floor-props.ts'
import { useMapScope } from './map-scope.ts'

/** In the place of the list: the map is there, what stands on it could not be read. */
export function FloorError({ query }: Pick<FloorProps, 'query'>) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  return <QueryError query={query} boxed title={t(`${scope.name}.floorFailed`)} />
}
