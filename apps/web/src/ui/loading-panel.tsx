import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useDelayed } from '../lib/use-delayed.ts'
import { ErrorState } from './error-state.tsx'
import styles from './loading-panel.module.css'
import { Panel } from './panel.tsx'

interface LoadingPanelProps<T> {
  readonly title: string
  readonly query: UseQueryResult<T>
  /** What failed, as a sentence. */
  readonly failed: string
  /** How many there are, at the right of the title. */
  readonly count?: number | undefined
  readonly children: (loaded: T) => ReactNode
}

/** A panel whose content is fetched: its skeleton, its error with a retry, or what came. */
export function LoadingPanel<T>({ title, query, failed, count, children }: LoadingPanelProps<T>) {
  return (
    <Panel title={title} extra={count === undefined ? null : <span className={styles.count}>{count}</span>}>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState
            title={failed}
            cause={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <PanelSkeleton />
        )
      ) : (
        children(query.data)
      )}
    </Panel>
  )
}

function PanelSkeleton() {
  const late = useDelayed(150)
  return (
    <div className={styles.waiting} aria-busy="true">
      {late ? <Skeleton active title={false} paragraph={{ rows: 3 }} /> : null}
    </div>
  )
}
