import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { QueryState } from '../../ui/query-state.tsx'
import styles from './error-logs.module.css'
import { LogDownload } from './log-download.tsx'
import { logListQuery } from './log-queries.ts'
import { LogTail } from './log-tail.tsx'

/** Logs of the services: download, and search in their newest lines. */
export function ErrorLogsPage() {
  const { t } = useTranslation('error-logs')
  const logs = useQuery(logListQuery())
  usePageRefresh(() => void logs.refetch())
  return (
    <QueryState query={logs} failed={t('failed')} boxed>
      {(files) => (
        <div className={styles.page}>
          <LogDownload files={files} />
          <LogTail files={files} />
        </div>
      )}
    </QueryState>
  )
}

export { ErrorLogsPage as Page }
