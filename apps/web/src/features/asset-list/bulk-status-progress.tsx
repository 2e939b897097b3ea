import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { JobProgress, jobQuery } from '../../ui/job-progress.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './asset-list.module.css'
import type { RunningChange } from './use-bulk-status.ts'

/** Time during which a change can be undone. */
const UNDO_MS = 60_000

interface BulkStatusProgressProps {
  readonly running: RunningChange
  readonly onUndo: () => void
  readonly undoing: boolean
  readonly onDismiss: () => void
}

/** Progress and result of a bulk status change, with Undo for one minute. */
export function BulkStatusProgress({ running, onUndo, undoing, onDismiss }: BulkStatusProgressProps) {
  const { t } = useTranslation(['asset-list', 'common'])
  const { job, kind } = running
  const client = useQueryClient()
  const { data } = useQuery(jobQuery(job))
  const hasEnded = data !== undefined && data.state !== 'running'
  const [endedAt, setEndedAt] = useState<number>()
  useEffect(() => {
    if (!hasEnded) return
    // Uses this browser's clock, because the server's may differ.
    setEndedAt(Date.now())
    void client.invalidateQueries({ queryKey: [KEYS.assetTable] })
  }, [hasEnded, client])
  const now = useNow()
  // The page's clock is updated every few seconds, so `now` may be before the end of the job.
  const secondsLeft = endedAt === undefined ? 0 : Math.ceil((UNDO_MS - Math.max(0, now - endedAt)) / 1_000)
  const result = data?.result
  return (
    <div className={styles.progress}>
      <JobProgress id={job} title={t(kind === 'change' ? 'progress.change' : 'progress.undo')} />
      {hasEnded && result ? (
        <p role="status">
          {t('progress.changed', { count: result.changed })}
          {result.failed > 0 ? ` ${t('progress.failed', { count: result.failed })}` : null}
        </p>
      ) : null}
      {result && result.failures.length > 0 ? (
        <details>
          <summary>{t('progress.failures')}</summary>
          <ul>
            {result.failures.map(({ key, message }) => (
              <li key={key}>
                {key}: {serverText(message)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {hasEnded ? (
        <div className={styles.progressActions}>
          {secondsLeft > 0 && (result?.changed ?? 0) > 0 ? (
            <OnlineButton onClick={onUndo} loading={undoing}>
              {t('progress.undoIn', { seconds: secondsLeft })}
            </OnlineButton>
          ) : null}
          <Button
            type="text"
            aria-label={t('progress.dismiss')}
            icon={<X size={16} aria-hidden />}
            onClick={onDismiss}
          />
        </div>
      ) : null}
    </div>
  )
}
