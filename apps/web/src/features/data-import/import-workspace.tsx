import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportColumn, ImportPreview } from '@wardtrack/contracts'
import { REQUIRED_COLUMNS } from '@wardtrack/contracts/import-operations'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatBytes, formatNumber } from '../../lib/i18n/formats.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { jobQuery } from '../../ui/job-progress.tsx'
import { Fact, Panel } from '../../ui/panel.tsx'
import { ColumnChoice, type ColumnMapping } from './column-choice.tsx'
import styles from './data-import.module.css'
import { ImportOutcome } from './import-outcome.tsx'
import { PreviewTable } from './preview-table.tsx'
import { ReadingChoice } from './reading-choice.tsx'

const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** Detected format of a file. */
function FileFacts({ file }: { readonly file: ImportPreview }) {
  const { t } = useTranslation('data-import')
  return (
    <dl className={styles.facts}>
      <Fact label={t('file.type')}>{t(`types.${file.operation}`)}</Fact>
      <Fact label={t('file.rows')}>{formatNumber(file.rows)}</Fact>
      <Fact label={t('file.format')}>
        {file.format}, {formatBytes(file.bytes)}
      </Fact>
      {file.delimiter ? (
        <Fact label={t('file.delimiter')}>{t(`file.${DELIMITERS[file.delimiter]}`)}</Fact>
      ) : null}
      <Fact label={t('file.uploaded')}>{dateTime(file.uploadedAt)}</Fact>
    </dl>
  )
}

interface ImportWorkspaceProps {
  readonly file: ImportPreview
  readonly onDiscarded: () => void
}

/** An uploaded file: the fields of its columns, its first rows, test and import, and the result. */
export function ImportWorkspace({ file, onDiscarded }: ImportWorkspaceProps) {
  const { t } = useTranslation('data-import')
  const [mapping, setMapping] = useState<ColumnMapping>({ columns: file.columns, assetType: file.assetType })
  const [startedJob, setStartedJob] = useState<string>()
  const isRunning = useRunning(file)
  const isThere = file.preview.length > 0
  return (
    <>
      <Panel title={t('file.title')}>
        <div className={styles.content}>
          <FileFacts file={file} />
          {isThere ? (
            <>
              <ReadingChoice file={file} disabled={isRunning} />
              <ColumnChoice file={file} mapping={mapping} onChange={setMapping} disabled={isRunning} />
              <PreviewTable file={file} columns={mapping.columns} />
              <ImportButtons
                file={file}
                mapping={mapping}
                isRunning={isRunning}
                onStarted={setStartedJob}
                onDiscarded={onDiscarded}
              />
            </>
          ) : (
            <p className={styles.note}>{t('file.gone')}</p>
          )}
        </div>
      </Panel>
      {file.run ? (
        <ImportOutcome
          file={file}
          run={file.run}
          isRunning={isRunning}
          isStartedHere={file.run.jobId === startedJob}
        />
      ) : null}
    </>
  )
}

/** Returns true while the file is being imported. Its figures and errors are refetched at the end. */
function useRunning({ id, run }: ImportPreview): boolean {
  const client = useQueryClient()
  const job = useQuery({ ...jobQuery(run?.jobId ?? ''), enabled: run !== undefined })
  const state = job.data?.state
  const hasEnded = state !== undefined && state !== 'running'
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: [KEYS.imports] })
  }, [client, hasEnded, run?.jobId, id])
  return run !== undefined && !hasEnded
}

/** Returns the required fields that no column of the file has. */
function missingColumns({ operation }: ImportPreview, { columns, assetType }: ColumnMapping): string[] {
  return REQUIRED_COLUMNS[operation].filter(
    (name) =>
      !columns.some(({ target }: ImportColumn) => target === name) && !(name === 'AssetType' && assetType),
  )
}

interface ImportButtonsProps extends ImportWorkspaceProps {
  readonly mapping: ColumnMapping
  readonly isRunning: boolean
  readonly onStarted: (jobId: string) => void
}

function ImportButtons({ file, mapping, isRunning, onStarted, onDiscarded }: ImportButtonsProps) {
  const { t } = useTranslation('data-import')
  const offline = useOfflineReason()
  const confirm = useConfirm()
  const params = { id: file.id }
  const start = useApiMutation({
    call: (dryRun: boolean) =>
      api.call('startImport', {
        params,
        body: {
          columns: mapping.columns.map((column) => ({ ...column })),
          ...(mapping.assetType ? { assetType: mapping.assetType } : {}),
          dryRun,
        },
      }),
    invalidates: [[KEYS.imports], [KEYS.jobs]],
    onSuccess: ({ data }) => onStarted(data.id),
  })
  const discard = useApiMutation({
    call: () => api.call('discardImport', { params }),
    success: ({ message }) => message,
    invalidates: [[KEYS.imports, 'list']],
    onSuccess: onDiscarded,
  })
  const missing = missingColumns(file, mapping)
  const isBlocked = isRunning || start.isPending || offline !== undefined
  return (
    <>
      {missing.length > 0 ? (
        <p role="alert" className={styles.wrong}>
          {t('columns.missing', { names: missing.join(', ') })}
        </p>
      ) : null}
      <div className={styles.line}>
        <Button
          type="primary"
          disabled={isBlocked || missing.length > 0}
          title={offline}
          loading={start.isPending && !start.variables}
          onClick={() => start.mutate(false)}
        >
          {t('start.import', { count: file.rows })}
        </Button>
        <Button
          disabled={isBlocked || missing.length > 0}
          title={offline}
          loading={start.isPending && start.variables}
          onClick={() => start.mutate(true)}
        >
          {t('start.try')}
        </Button>
        <Button
          danger
          disabled={isBlocked}
          title={offline}
          onClick={() =>
            confirm({
              title: t('discard.title'),
              content: t('discard.about'),
              verb: t('discard.verb'),
              onConfirm: () => discard.mutateAsync(),
            })
          }
        >
          {t('discard.verb')}
        </Button>
      </div>
      <p className={styles.note}>{t('start.about')}</p>
    </>
  )
}
