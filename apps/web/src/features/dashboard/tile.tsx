import { Button } from 'antd'
import { ChevronRight, CloudAlert } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { serverText } from '../../lib/i18n/server-text.ts'
import { LateSkeleton, type ShownQuery } from '../../ui/query-state.tsx'
import { useScrollStop } from '../../ui/use-scroll-stop.ts'
import styles from './tile.module.css'
import { useTilePlace } from './tile-place.ts'

interface TileProps {
  /** Content at the right of the heading. */
  readonly extra?: ReactNode
  /** Extends the content to the edges. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** A card of the dashboard. During editing its content is inactive, and its controls are below. */
export function Tile({ extra, flush = false, children }: TileProps) {
  const id = useId()
  const { title, path, editing } = useTilePlace()
  const body = useRef<HTMLDivElement>(null)
  useScrollStop(body, { label: title })
  return (
    <section className={styles.tile} aria-labelledby={id}>
      <header className={styles.head}>
        {editing?.handle}
        <h2 id={id}>
          {path === undefined || editing ? (
            title
          ) : (
            <Link to={path}>
              {title}
              <ChevronRight size={16} strokeWidth={1.8} aria-hidden />
            </Link>
          )}
        </h2>
        {editing ? null : extra}
      </header>
      <div ref={body} className={`${styles.body} ${flush ? styles.flush : ''}`} inert={editing !== undefined}>
        {children}
      </div>
      {editing?.controls}
    </section>
  )
}

interface TileQueryProps<T> {
  readonly query: ShownQuery<T>
  /** Message of a failure, as a sentence. */
  readonly failed: string
  /** Retries instead of the query's `refetch`, for tiles of several queries. */
  readonly onRetry?: () => void
  readonly children: (loaded: T) => ReactNode
}

/** State of a tile's query, in the size of a tile. */
export function TileQuery<T>({ query, failed, onRetry, children }: TileQueryProps<T>) {
  const { t } = useTranslation('common')
  if (query.data !== undefined) return children(query.data)
  if (!query.error)
    return (
      <LateSkeleton>
        <div className={styles.skeleton} />
      </LateSkeleton>
    )
  return (
    <div className={styles.error} role="alert">
      <p>
        <CloudAlert size={16} strokeWidth={1.8} aria-hidden />
        <b>{failed}</b>
      </p>
      <p>{serverText(query.error.message)}</p>
      <Button size="small" loading={query.isFetching} onClick={onRetry ?? (() => void query.refetch())}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Empty state of a tile with its reason. */
export const TileEmpty = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.empty}>{children}</p>
)
