import { useInfiniteQuery } from '@tanstack/react-query'
import type { LogFile, LogLine } from '@wardtrack/contracts'
import { LOG_LEVELS, type LogLevel } from '@wardtrack/contracts/log-services'
import { Button, Checkbox, Select } from 'antd'
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../lib/time.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import type { ToneName } from '../../ui/state-looks.ts'
import { StateMark } from '../../ui/states.tsx'
import styles from './error-logs.module.css'
import { type LogView, logLinesQuery, logSchema } from './log-queries.ts'

interface LogLinesProps {
  readonly lines: readonly LogLine[]
  /** Sentence in place of missing lines. */
  readonly empty: string
  /** Requests all lines of one request. */
  readonly onRequest: (requestId: string) => void
}

/** Lines of a log that open to show their details. */
function LogLines({ lines, empty, onRequest }: LogLinesProps) {
  const { t } = useTranslation('error-logs')
  if (lines.length === 0) return <p className={styles.none}>{empty}</p>
  return (
    <ol className={styles.lines} aria-label={t('tail.lines')}>
      {lines.map((line) => (
        <li key={line.id}>
          <details>
            <summary>
              <span className={styles.time}>{line.time ? dateTime(line.time) : ''}</span>
              {line.level ? <LevelMark level={line.level} /> : null}
              <span className={styles.message}>{line.message || t('tail.noMessage')}</span>
            </summary>
            <pre>{line.details ? pretty(line.details) : t('tail.noDetails')}</pre>
            {line.requestId ? (
              <Button size="small" onClick={() => onRequest(line.requestId ?? '')}>
                {t('tail.ofRequest', { id: line.requestId })}
              </Button>
            ) : null}
          </details>
        </li>
      ))}
    </ol>
  )
}

const LOOKS: Readonly<Record<LogLevel, readonly [tone: ToneName, Icon: LucideIcon]>> = {
  trace: ['quiet', Info],
  debug: ['quiet', Info],
  info: ['plain', Info],
  warn: ['warn', TriangleAlert],
  error: ['bad', CircleAlert],
  fatal: ['bad', CircleAlert],
}

function LevelMark({ level }: { readonly level: LogLevel }) {
  const { t } = useTranslation('error-logs')
  const [tone, Icon] = LOOKS[level]
  return (
    <StateMark
      icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
      word={t(`levels.${level}`)}
      tone={tone}
      form="mark"
    />
  )
}

/** Formats details as indented JSON. Details cut off by their length stay unchanged. */
function pretty(details: string): string {
  try {
    return JSON.stringify(JSON.parse(details), null, 2).replaceAll('\\n', '\n')
  } catch {
    return details
  }
}

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
