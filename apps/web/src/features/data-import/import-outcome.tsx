import { useQuery } from '@tanstack/react-query'
import type { ImportPreview, RowError } from '@wardtrack/contracts'
import { Alert } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { MISSING } from '../../lib/time.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { JobProgress } from '../../ui/job-progress.tsx'
import { Fact, Panel } from '../../ui/panel.tsx'
import styles from './data-import.module.css'
import { ERROR_PAGE, importErrorsQuery } from './import-queries.ts'

type Run = NonNullable<ImportPreview['run']>

interface ImportOutcomeProps {
  readonly file: ImportPreview
  readonly run: Run
  readonly isRunning: boolean
  /** true if started by a button of this page, which may be far above; the progress is then scrolled into view */
  readonly isStartedHere: boolean
}

/** Progress and result of an import, and the errors of its rows. */
export function ImportOutcome({ file, run, isRunning, isStartedHere }: ImportOutcomeProps) {
  const { t } = useTranslation('data-import')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isStartedHere) frame.current?.scrollIntoView({ block: 'start' })
  }, [isStartedHere, run.jobId])
  const title = t(run.dryRun ? 'outcome.tried' : 'outcome.imported')
  const { warnings = 0 } = run
  return (
    <div ref={frame} className={styles.outcome}>
      <Panel title={title}>
        <div className={styles.content}>
          <JobProgress id={run.jobId} title={title} />
          {isRunning ? null : (
            <>
              <Verdict key={`verdict ${run.jobId}`} run={run} />
              <dl className={styles.facts}>
                <Fact label={t(run.dryRun ? 'outcome.wouldAccept' : 'outcome.accepted')}>
                  {formatNumber(run.accepted)}
                </Fact>
                <Fact label={t('outcome.refused')}>{formatNumber(run.refused)}</Fact>
                <Fact label={t('outcome.errors')}>{formatNumber(run.errors)}</Fact>
                <Fact label={t('outcome.warnings')}>{formatNumber(warnings)}</Fact>
              </dl>
              {run.repeats ? <Repeats file={file} accepted={run.accepted} repeats={run.repeats} /> : null}
              {run.errors + warnings > 0 ? (
                <RowErrors key={`errors ${run.jobId}`} file={file} run={run} />
              ) : null}
            </>
          )}
        </div>
      </Panel>
    </div>
  )
}

interface RepeatsProps {
  readonly file: ImportPreview
  readonly accepted: number
  readonly repeats: number
}

/** Number of assets or tags that the accepted rows name, if it is smaller than the number of rows. */
function Repeats({ file, accepted, repeats }: RepeatsProps) {
  const { t } = useTranslation('data-import')
  const kind = file.operation === 'importTagToAsset' ? 'repeatedTags' : 'repeatedAssets'
  return (
    <p className={styles.note}>
      {t(`outcome.${kind}`, { rows: formatNumber(accepted), count: accepted - repeats })}
    </p>
  )
}

/** Result of an import in one message, which can be closed. */
function Verdict({ run }: { readonly run: Run }) {
  const { t } = useTranslation('data-import')
  if (run.endedAt === undefined) return null
  if (run.dryRun)
    return (
      <Alert
        type={run.refused > 0 ? 'warning' : 'success'}
        showIcon
        closable
        title={t(run.refused > 0 ? 'outcome.tryFailed' : 'outcome.tryPassed', { count: run.refused })}
      />
    )
  return (
    <Alert
      type={run.accepted > 0 ? 'success' : 'error'}
      showIcon
      closable
      title={translate(run.accepted > 0 ? 'messages:importDone' : 'messages:importRefused')}
    />
  )
}

/** Returns the reason with the line, the character or the identifier that it is about. */
function reasonOf({ message, otherLine, character, value }: RowError): string {
  const about =
    otherLine === undefined
      ? (character ?? value)
      : translate('data-import:errors.earlier', { line: otherLine })
  return about === undefined ? serverText(message) : `${serverText(message)} (${about})`
}

const errorColumns = (): DataColumn<RowError>[] => [
  { title: translate('data-import:errors.line'), cell: ({ line }) => line, onPhone: 'end', width: 100 },
  {
    title: translate('data-import:errors.field'),
    cell: ({ field }) => field || MISSING,
    onPhone: 'main',
    width: 220,
  },
  {
    title: translate('data-import:errors.reason'),
    cell: reasonOf,
    onPhone: 'wide',
  },
  {
    title: translate('data-import:errors.kind'),
    cell: ({ isWarning }) => translate(`data-import:errors.${isWarning ? 'warning' : 'error'}`),
    onPhone: 'end',
    width: 120,
  },
]

function RowErrors({ file, run }: { readonly file: ImportPreview; readonly run: Run }) {
  const { t } = useTranslation('data-import')
  const [page, setPage] = useState(1)
  const errors = useQuery(importErrorsQuery(file.id, run.jobId, page))
  return (
    <>
      <div className={styles.line}>
        <h3 className={styles.heading}>{t('errors.title')}</h3>
        <ExportButton
          label={t('errors.download')}
          fileName="import-errors.csv"
          open={(signal) => api.open('exportImportErrors', { params: { id: file.id }, signal })}
        />
      </div>
      <QueryTable
        label={t('errors.title')}
        query={errors}
        pageOf={({ data, count }) => ({ rows: data, total: count })}
        failed={t('errors.failed')}
        whole
        density="history"
        columns={errorColumns()}
        rowKey={({ line, field }, index) => `${line} ${field} ${index}`}
        empty={t('errors.none')}
        page={page}
        pageSize={ERROR_PAGE}
        onPage={(next) => setPage(next)}
      />
    </>
  )
}
