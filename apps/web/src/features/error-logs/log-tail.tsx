import { useInfiniteQuery } from '@tanstack/react-query'
import type { LogFile } from '@wardtrack/contracts'
import { LOG_LEVELS } from '@wardtrack/contracts/log-services'
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUrlState } from '../../lib/url-state.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './error-logs.module.css'
import { LogLines } from './log-lines.tsx'
import { type LogView, logLinesQuery, logSchema } from './log-queries.ts'

/** Newest lines of a log, filtered by text, level and request. */
export function LogTail({ files }: { readonly files: readonly LogFile[] }) {
  const { t } = useTranslation('error-logs')
  const [view, change] = useUrlState(logSchema)
  const [isFollowed, setFollowed] = useState(false)
  const lines = useInfiniteQuery(logLinesQuery(view, isFollowed))
  const isFiltered = view.search !== '' || view.requestId !== '' || view.level !== 'any'
  return (
    <Panel title={t('tail.title')}>
      <div className={styles.tail}>
        <LogFilter files={files} view={view} change={change}>
          <Checkbox checked={isFollowed} onChange={({ target }) => setFollowed(target.checked)}>
            {t('tail.follow')}
          </Checkbox>
        </LogFilter>
        <QueryState query={lines} failed={t('tail.failed')}>
          {({ pages }) => (
            <LogLines
              lines={pages.flatMap(({ data }) => data)}
              empty={t(isFiltered ? 'tail.noMatch' : 'tail.empty')}
              onRequest={(requestId) => change({ requestId })}
            />
          )}
        </QueryState>
        {lines.hasNextPage ? (
          <Button loading={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
            {t('tail.older')}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

interface LogFilterProps {
  readonly files: readonly LogFile[]
  readonly view: LogView
  readonly change: (part: Partial<LogView>, options?: { readonly replace?: boolean }) => void
  readonly children: React.ReactNode
}

function LogFilter({ files, view, change, children }: LogFilterProps) {
  const { t } = useTranslation('error-logs')
  return (
    <PageToolbar>
      <Select
        aria-label={t('tail.log')}
        className={styles.choice ?? ''}
        value={view.log}
        options={files.map(({ service }) => ({ value: service, label: t(`services.${service}`) }))}
        onChange={(log) => change({ log })}
      />
      <Select
        aria-label={t('tail.level')}
        className={styles.choice ?? ''}
        value={view.level}
        options={(['any', ...LOG_LEVELS] as const).map((value) => ({ value, label: t(`levels.${value}`) }))}
        onChange={(level) => change({ level })}
      />
      <SearchBox
        label={t('tail.search')}
        value={view.search}
        onSearch={(search) => change({ search }, { replace: true })}
        className={styles.search}
      />
      <SearchBox
        label={t('tail.request')}
        value={view.requestId}
        onSearch={(requestId) => change({ requestId }, { replace: true })}
        className={styles.search}
      />
      {children}
    </PageToolbar>
  )
}
