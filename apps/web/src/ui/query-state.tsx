import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { CallError } from '../lib/api.ts'
import { useDelayed } from '../lib/use-delayed.ts'
import { ErrorState } from './error-state.tsx'
import styles from './query-state.module.css'

/** What is shown of a query; the result of `useQuery` fits. */
export interface ShownQuery<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface QueryErrorProps {
  readonly query: Pick<ShownQuery<unknown>, 'error' | 'isFetching' | 'refetch'>
  /** What failed, as a sentence: `Devices could not be loaded`. */
  readonly title: string
  readonly boxed?: boolean
  /** Fetches again in place of the query's own `refetch`, where several queries make up one view. */
  readonly onRetry?: () => void
  /** Another way on, beside the retry. */
  readonly action?: ReactNode
}

/** Why a query failed, with a retry. */
export function QueryError({ query, title, boxed = false, onRetry, action }: QueryErrorProps) {
  return (
    <ErrorState
      boxed={boxed}
      title={title}
      cause={query.error}
      onRetry={onRetry ?? (() => void query.refetch())}
      retrying={query.isFetching}
      action={action}
    />
  )
}

interface QueryStateProps<T> {
  readonly query: ShownQuery<T>
  /** What failed, as a sentence: `Devices could not be loaded`. */
  readonly failed: string
  /** Errors stand in a card of their own, where nothing else frames them. */
  readonly boxed?: boolean
  /** Skeleton with the sizes of what is to come; three lines when left out. */
  readonly loading?: ReactNode
  /** Stands in the place of the error when the server knows no such thing (status 404). */
  readonly missing?: ReactNode
  readonly children: (loaded: T) => ReactNode
}

/** What a query has come to: its skeleton, its error with a retry, or its content. */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { query, failed, boxed = false, loading, missing, children } = props
  if (missing && query.error instanceof CallError && query.error.status === 404) return missing
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <QueryError query={query} title={failed} boxed={boxed} />
  return <LateSkeleton>{loading ?? <LineSkeleton />}</LateSkeleton>
}

const SKELETON_AFTER_MS = 150

/** Keeps the room of a skeleton and shows it only if loading takes a while. */
export function LateSkeleton({ children }: { readonly children: ReactNode }) {
  const late = useDelayed(SKELETON_AFTER_MS)
  return (
    <div aria-busy="true" className={late ? undefined : styles.hidden}>
      {children}
    </div>
  )
}

function LineSkeleton() {
  return (
    <div className={styles.lines}>
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    </div>
  )
}
