import { useQuery } from '@tanstack/react-query'
import type { LogFile } from '@wardtrack/contracts'
import type { LogService } from '@wardtrack/contracts/log-services'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { dateTime } from '../../lib/time.ts'
import { useDownload } from '../../lib/use-download.ts'
import { FieldError } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import styles from './error-logs.module.css'
import { logListQuery } from './log-queries.ts'
import { LogTail } from './log-tail.tsx'

interface LogDownloadProps {
  readonly files: readonly LogFile[]
}

/** Downloads the chosen logs as one zip file. */
function LogDownload({ files }: LogDownloadProps) {
  const { t } = useTranslation('error-logs')
  const [chosen, setChosen] = useState<readonly LogService[]>([])
  const [error, setError] = useState<string>()
  const { start, progress, cancel } = useDownload(
    (signal) => api.open('downloadLogs', { query: { services: chosen.join(',') }, signal }),
    'wardtrack-logs.zip',
  )
  const choose = (next: readonly LogService[]): void => {
    setChosen(next)
    setError(undefined)
  }
  const submit = (): void => {
    if (chosen.length === 0) setError(translate('messages:microserviceNeeded'))
    else start()
  }
  return (
    <SettingsSection
      title={t('download.title')}
      description={t('download.about')}
      footer={
        <div className={styles.submit}>
          <OnlineButton type="primary" onClick={submit} loading={progress !== undefined}>
            {t('download.submit')}
          </OnlineButton>
          {progress ? (
            <>
              <span role="status">{formatBytes(progress.bytes)}</span>
              <Button onClick={cancel}>{t('download.cancel')}</Button>
            </>
          ) : null}
          <div role="alert">
            <FieldError id="log-choice-error" error={error} />
          </div>
        </div>
      }
    >
      <Checkbox
        checked={chosen.length === files.length}
        indeterminate={chosen.length > 0 && chosen.length < files.length}
        onChange={({ target }) => choose(target.checked ? files.map(({ service }) => service) : [])}
      >
        {t('download.all')}
      </Checkbox>
      <ul className={styles.services} aria-label={t('download.title')}>
        {files.map((file) => (
          <li key={file.service}>
            <Checkbox
              checked={chosen.includes(file.service)}
              onChange={({ target }) =>
                choose(
                  target.checked
                    ? [...chosen, file.service]
                    : chosen.filter((service) => service !== file.service),
                )
              }
            >
              {t(`services.${file.service}`)}
            </Checkbox>
            <span className={styles.facts}>{factsOf(file, t('download.empty'))}</span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

const factsOf = ({ size, modifiedAt }: LogFile, empty: string): string =>
  modifiedAt === null ? empty : `${formatBytes(size)}, ${dateTime(modifiedAt)}`

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
