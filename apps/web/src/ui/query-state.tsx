import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { CallError } from '../lib/api.ts'
import { useDelayed } from '../lib/use-delayed.ts'
import { ErrorState } from './error-state.tsx'
import styles from './query-state.module.css'

/** Part of a query's state to show; the result of `useQuery` fits. */
export interface ShownQuery<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface QueryErrorProps {
  readonly query: Pick<ShownQuery<unknown>, 'error' | 'isFetching' | 'refetch'>
  /** Message of a failure, as a sentence: `Devices could not be loaded`. */
  readonly title: string
  readonly boxed?: boolean
  /** Retries instead of the query's `refetch`, for views of several queries. */
  readonly onRetry?: () => void
  /** Another action beside the retry. */
  readonly action?: ReactNode
}

/** Error of a query, with a retry. */
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
  /** Message of a failure, as a sentence: `Devices could not be loaded`. */
  readonly failed: string
  /** Puts errors into a card, where no other element frames them. */
  readonly boxed?: boolean
  /** Skeleton in the size of the content; three lines by default. */
  readonly loading?: ReactNode
  /** Content in place of the error when the record does not exist (status 404). */
  readonly missing?: ReactNode
  readonly children: (loaded: T) => ReactNode
}

/** State of a query: its skeleton, its error with a retry, or its content. */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { query, failed, boxed = false, loading, missing, children } = props
  if (missing && query.error instanceof CallError && query.error.status === 404) return missing
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <QueryError query={query} title={failed} boxed={boxed} />
  return <LateSkeleton>{loading ?? <LineSkeleton />}</LateSkeleton>
}

const SKELETON_AFTER_MS = 150

/** Reserves the space of a skeleton, and shows the skeleton after a short delay. */
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
