import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { DiskFacts } from './disk-facts.tsx'
import { RetentionSettings } from './retention-settings.tsx'
import styles from './storage.module.css'
import { UsageChart } from './usage-chart.tsx'
import { UsageTable } from './usage-table.tsx'

/** Query for the disk usage and retention of each kind of data. Saving the retention invalidates this query. */
const storageUsageQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'storage-usage'],
    queryFn: async ({ signal }) => (await api.call('getStorageUsage', { signal })).data,
    staleTime: 0,
  })

/** Stored data with its growth and retention. */
export function StoragePage() {
  const { t } = useTranslation('storage')
  const usage = useQuery(storageUsageQuery())
  usePageRefresh(() => void usage.refetch())
  return (
    <>
      <PageToolbar>
        <p className={styles.lead}>{t('lead')}</p>
      </PageToolbar>
      <QueryState query={usage} failed={t('failed')} boxed>
        {(shown) => (
          <div className={styles.page}>
            {shown.isRounded ? <p className={styles.lead}>{t('rounded')}</p> : null}
            <DiskFacts usage={shown} />
            <UsageChart kinds={shown.kinds} />
            <UsageTable kinds={shown.kinds} />
            <RetentionSettings
              usage={shown}
              reread={async () => (await usage.refetch({ throwOnError: true })).data ?? shown}
            />
            <BackupPanel />
          </div>
        )}
      </QueryState>
    </>
  )
}
