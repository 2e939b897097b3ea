import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { JobAnswer } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { api } from '../lib/api.ts'
import { serverText } from '../lib/i18n/server-text.ts'
import { KEYS } from '../lib/queries.ts'
import { useApiMutation } from '../lib/use-api-mutation.ts'
import styles from './job-progress.module.css'
import { OnlineButton } from './online-button.tsx'
import { QueryState } from './query-state.tsx'

/** Polling interval of a running job, in milliseconds. */
const POLL_MS = 1_000

/** Query for one job, polled while it runs. */
export const jobQuery = (id: string) => ({
  queryKey: [KEYS.jobs, id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<JobAnswer> =>
    (await api.call('readJob', { params: { id }, signal })).data,
  refetchInterval: ({ state }: { state: { data?: JobAnswer | undefined } }) =>
    state.data === undefined || state.data.state === 'running' ? POLL_MS : false,
})

interface JobProgressProps {
  readonly id: string
  /** Heading that names the work: `Redelivery of asset locations`. */
  readonly title: string
}

/** Progress of a job on the server, with a cancel button and the result. */
export function JobProgress({ id, title }: JobProgressProps) {
  const { t } = useTranslation('common')
  const query = useQuery(jobQuery(id))
  return (
    <section className={styles.job} aria-label={title}>
      <QueryState query={query} failed={t('blocks.job.unread')}>
        {(job) => <JobState job={job} title={title} />}
      </QueryState>
    </section>
  )
}

function JobState({ job, title }: { readonly job: JobAnswer; readonly title: string }) {
  const { t } = useTranslation('common')
  const { done, total, state, error } = job
  const percent = state === 'done' ? 100 : total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0
  return (
    <>
      <div className={styles.head}>
        <strong>{title}</strong>
        <span>{t('blocks.job.figures', { done, total })}</span>
      </div>
      <div
        className={`${styles.bar} ${state === 'failed' ? styles.failed : ''}`}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <div className={styles.foot}>
        <span role="status">
          {t(`blocks.job.${state}`)}
          {error === undefined ? null : ` ${serverText(error)}`}
        </span>
        {state === 'running' ? <CancelJob id={job.id} /> : null}
      </div>
    </>
  )
}

function CancelJob({ id }: { readonly id: string }) {
  const { t } = useTranslation('common')
  const client = useQueryClient()
  const cancel = useApiMutation({
    call: () => api.call('cancelJob', { params: { id } }),
    success: ({ message }) => message,
    onSuccess: () => void client.invalidateQueries({ queryKey: [KEYS.jobs, id] }),
  })
  return (
    <OnlineButton size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('blocks.job.cancel')}
    </OnlineButton>
  )
}
