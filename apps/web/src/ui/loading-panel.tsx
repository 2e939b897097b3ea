import type { ReactNode } from 'react'
import styles from './panel.module.css'
import { Panel } from './panel.tsx'
import { QueryState, type ShownQuery } from './query-state.tsx'

interface LoadingPanelProps<T> {
  readonly title: string
  readonly query: ShownQuery<T>
  /** Message of a failure, as a sentence. */
  readonly failed: string
  /** Number of items, at the right of the title. */
  readonly count?: number | undefined
  readonly children: (loaded: T) => ReactNode
}

/** A panel with fetched content: skeleton, error with a retry, or the content. */
export function LoadingPanel<T>({ title, query, failed, count, children }: LoadingPanelProps<T>) {
  return (
    <Panel title={title} extra={count === undefined ? null : <span className={styles.count}>{count}</span>}>
      <QueryState query={query} failed={failed}>
        {children}
      </QueryState>
    </Panel>
  )
}
