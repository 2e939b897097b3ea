import { queryOptions, useQuery } from '@tanstack/react-query'
import type { StorageUsage, StoredKindUsage } from '@wardtrack/contracts'
import { Progress } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatBytes, formatNumber, formatPercent } from '../../lib/i18n/formats.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { Fact, Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { RetentionSettings } from './retention-settings.tsx'
import styles from './storage.module.css'

/** Number of remaining days below which the disk counts as soon full. */
const SOON_DAYS = 30

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))

/** Usage of the disk, and when it will be full. */
function DiskFacts({ usage }: { readonly usage: StorageUsage }) {
  const { t } = useTranslation('storage')
  const { disk, kinds, bytesPerDay, daysLeft, lateEvents, measuredAt } = usage
  const stored = kinds.reduce((sum, { bytes }) => sum + bytes, 0)
  const usedPart = disk && disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : undefined
  return (
    <Panel title={t('disk.title')}>
      {usedPart === undefined ? null : (
        <Progress
          className={styles.bar ?? ''}
          percent={Math.round(usedPart * 100)}
          format={() => t('disk.used', { part: formatPercent(usedPart) })}
          aria-label={t('disk.used', { part: formatPercent(usedPart) })}
          status={daysLeft !== undefined && daysLeft < SOON_DAYS ? 'exception' : 'normal'}
        />
      )}
      <dl className={styles.facts}>
        <Fact label={t('disk.stored')}>{formatBytes(stored)}</Fact>
        {disk ? (
          <Fact label={t('disk.free')}>
            {t('disk.freeOf', {
              free: formatBytes(disk.freeBytes),
              total: formatBytes(disk.totalBytes),
            })}
          </Fact>
        ) : null}
        <Fact label={t('disk.growth')}>{t('disk.perDay', { bytes: formatBytes(bytesPerDay) })}</Fact>
        <Fact label={t('disk.left')}>
          {daysLeft === undefined ? t('disk.notFilling') : t('disk.days', { count: daysLeft })}
        </Fact>
        <Fact label={t('late.title')}>
          {lateEvents.oldest === undefined
            ? t('late.none')
            : t('late.assets', {
                count: lateEvents.waiting,
                seconds: formatNumber(secondsBetween(lateEvents.oldest, measuredAt)),
              })}
        </Fact>
      </dl>
    </Panel>
  )
}

/** Table of the kinds of data: rows, size, growth, days kept, oldest row. */
function UsageTable({ kinds }: { readonly kinds: readonly StoredKindUsage[] }) {
  const { t } = useTranslation('storage')
  const columns: DataColumn<StoredKindUsage>[] = [
    { title: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`), onPhone: 'main' },
    { title: t('column.size'), cell: ({ bytes }) => formatBytes(bytes), onPhone: 'end' },
    { title: t('column.rows'), cell: ({ count }) => formatNumber(count), named: true },
    {
      title: t('column.growth'),
      cell: ({ bytesPerDay }) =>
        bytesPerDay === undefined ? MISSING : t('disk.perDay', { bytes: formatBytes(bytesPerDay) }),
      named: true,
    },
    {
      title: t('column.kept'),
      cell: ({ days }) => (days === undefined ? t('column.always') : t('disk.days', { count: days })),
      named: true,
    },
    {
      title: t('column.oldest'),
      cell: ({ oldest }) => (oldest === undefined ? MISSING : dateTime(oldest)),
      onPhone: 'hidden',
    },
  ]
  return (
    <Panel title={t('table')}>
      <DataTable
        label={t('table')}
        columns={columns}
        rows={kinds}
        rowKey={({ kind }) => kind}
        empty=""
        whole
      />
    </Panel>
  )
}

const MB = 1024 * 1024

/** Size of each kind of data as bars, the largest first. */
function UsageChart({ kinds }: { readonly kinds: readonly StoredKindUsage[] }) {
  const { t } = useTranslation('storage')
  const figures = useMemo(() => {
    const shown = kinds.toSorted((a, b) => b.bytes - a.bytes)
    return {
      kind: 'bars' as const,
      categoryTitle: t('kind'),
      categories: shown.map(({ kind }) => t(`kinds.${kind}`)),
      series: [
        {
          name: t('megabytes'),
          step: 3 as const,
          values: shown.map(({ bytes }) => Math.round((bytes / MB) * 10) / 10),
        },
      ],
    }
  }, [kinds, t])
  return <ChartPanel title={t('chart')} figures={figures} />
}

/** Downloads all stored data as one file. */
function BackupPanel() {
  const { t } = useTranslation('storage')
  return (
    <SettingsSection
      title={t('backup.title')}
      description={t('backup.about')}
      footer={
        <ExportButton
          label={t('backup.verb')}
          fileName="wardtrack.backup"
          open={(signal) => api.open('downloadBackup', { signal })}
        />
      }
    >
      <p className={styles.restore}>{t('backup.restore')}</p>
    </SettingsSection>
  )
}

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

export { StoragePage as Page }
