import { useTranslation } from 'react-i18next'
import { QueryError } from '../../ui/query-state.tsx'
import styles from './assets-map.module.css'
import type { FloorProps } from './floor-props.ts'
import { useMapScope } from './map-scope.ts'

/** In the place of the list: the map is there, what stands on it could not be read. */
export function FloorError({ query }: Pick<FloorProps, 'query'>) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  return <QueryError query={query} boxed title={t(`${scope.name}.floorFailed`)} />
}

/** A floor so full that the server sends only a part of it. */
export function TruncationNote({ count }: { readonly count: number }) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  return (
    <p className={styles.more} role="status">
      {t(`${scope.name}.more`, { limit: count })}
    </p>
  )
}
