import { useTranslation } from 'react-i18next'
import { QueryError } from '../../ui/query-state.tsx'
import styles from './assets-map.module.css'
import type { FloorProps } from './floor-props.ts'
import { useMapScope } from './map-scope.ts'

/** Error in place of the list: the map has loaded, but its assets have not. */
export function FloorError({ query }: Pick<FloorProps, 'query'>) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  return <QueryError query={query} boxed title={t(`${scope.name}.floorFailed`)} />
}

/** Note for a floor with more assets than the server sends. */
export function TruncationNote({ count }: { readonly count: number }) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  return (
    <p className={styles.more} role="status">
      {t(`${scope.name}.more`, { limit: count })}
    </p>
  )
}
