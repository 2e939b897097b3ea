import type { ReactNode } from 'react'
import styles from './panel.module.css'
import { Panel } from './panel.tsx'
import { QueryState, type ShownQuery } from './query-state.tsx'

interface LoadingPanelProps<T> {
  readonly title: string
  readonly query: ShownQuery<T>
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
      <QueryState query={query} failed={failed}>
        {children}
      </QueryState>
    </Panel>
  )
}
