import type { ImportPreview } from '@wardtrack/contracts'
import {
  IMPORT_LIMITS,
  IMPORT_OPERATIONS,
  type ImportEncoding,
  type ImportFormat,
  type ImportOperation,
  importFormatOf,
} from '@wardtrack/contracts/import-operations'
import { Button, Progress, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { FieldError } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import styles from './data-import.module.css'
import { EncodingChoice } from './reading-choice.tsx'
import { TemplateButtons } from './template-buttons.tsx'
import { useImportUpload } from './use-import-upload.ts'

/**
 * Maximum size of a JSON file that is parsed here. Only the server checks larger ones, because parsing would block
 * the page.
 */
const MAX_READ_BYTES = 4 * 1024 * 1024

/** A file that can be sent, or its error. */
type CheckedFile = { readonly file: File; readonly format: ImportFormat } | { readonly error: string }

/** Checks a file's extension, its size and, for JSON, its syntax. */
async function checkFile(file: File): Promise<CheckedFile> {
  const format = importFormatOf(file.name)
  if (!format) return { error: translate('messages:importFileType') }
  if (file.size === 0) return { error: translate('messages:importEmpty') }
  if (file.size > IMPORT_LIMITS.fileBytes) return { error: translate('messages:tooLarge') }
  if (format === 'json' && file.size <= MAX_READ_BYTES && !isJson(await file.text()))
    return { error: translate('messages:importInvalidJson') }
  return { file, format }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

interface UploadFormProps {
  readonly type: ImportOperation | undefined
  readonly onType: (type: ImportOperation) => void
  readonly onUploaded: (uploaded: ImportPreview) => void
}

/** Choice of the type and the file. The server reads the file and imports nothing yet. */
export function UploadForm({ type, onType, onUploaded }: UploadFormProps) {
  const { t } = useTranslation('data-import')
  const id = useId()
  const [checked, setChecked] = useState<CheckedFile>()
  const [encoding, setEncoding] = useState<ImportEncoding>()
  const [typeError, setTypeError] = useState<string>()
  const upload = useImportUpload((uploaded) => {
    setChecked(undefined)
    onUploaded(uploaded)
  })
  const choose = async (file: File): Promise<void> => {
    upload.forget()
    setChecked(await checkFile(file))
  }
  const send = (): void => {
    if (type === undefined) setTypeError(translate('messages:importTypeNeeded'))
    else if (checked && 'file' in checked) upload.send({ ...checked, operation: type, encoding })
  }
  const isReady = checked !== undefined && 'file' in checked
  return (
    <SettingsSection
      title={t('upload.title')}
      description={t('upload.about')}
      footer={
        <div className={styles.line}>
          <OnlineButton type="primary" disabled={!isReady} loading={upload.isSending} onClick={send}>
            {t('upload.send')}
          </OnlineButton>
          {upload.isSending ? <SendingFile part={upload.part} onStop={upload.stop} /> : null}
        </div>
      }
    >
      <div className={styles.field}>
        <label htmlFor={id}>{t('upload.type')}</label>
        <Select
          id={id}
          className={styles.type ?? ''}
          placeholder={t('upload.chooseType')}
          value={type ?? null}
          status={typeError ? 'error' : ''}
          aria-invalid={typeError !== undefined}
          options={IMPORT_OPERATIONS.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(value: ImportOperation) => {
            setTypeError(undefined)
            onType(value)
          }}
        />
        <div role="alert">
          <FieldError id={`${id}-error`} error={typeError} />
        </div>
        {type ? (
          <>
            <p className={styles.note}>{t(`about.${type}`)}</p>
            <TemplateButtons type={type} />
          </>
        ) : null}
      </div>
      <div className={styles.drop}>
        <FileDrop
          label={t('upload.choose')}
          hint={isReady ? `${checked.file.name}, ${formatBytes(checked.file.size)}` : t('upload.hint')}
          accept=".csv,.json,.xml"
          disabled={upload.isSending}
          error={checked && 'error' in checked ? checked.error : upload.error}
          onFile={(file) => void choose(file)}
        />
        <div className={styles.reading}>
          <EncodingChoice value={encoding} disabled={upload.isSending} onChange={setEncoding} />
        </div>
      </div>
    </SettingsSection>
  )
}

function SendingFile({ part, onStop }: { readonly part: number; readonly onStop: () => void }) {
  const { t } = useTranslation('data-import')
  const percent = Math.floor(part * 100)
  return (
    <>
      <Progress
        className={styles.sent ?? ''}
        percent={percent}
        status="active"
        aria-label={t('upload.sent')}
        format={() => (part < 1 ? `${percent} %` : t('upload.reading'))}
      />
      <Button onClick={onStop}>{t('upload.stop')}</Button>
    </>
  )
}
