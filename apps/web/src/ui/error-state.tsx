import { App, Button } from 'antd'
import { CloudAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../lib/i18n/i18n.ts'
import { serverText } from '../lib/i18n/server-text.ts'
import styles from './panels.module.css'
import { useCopy } from './use-copy.ts'

/** Returns the request id of an error response, or an empty text. */
const requestIdOf = (cause: unknown): string =>
  typeof cause === 'object' && cause !== null && 'requestId' in cause ? String(cause.requestId) : ''

const reasonOf = (cause: unknown): string =>
  cause instanceof Error && cause.message ? serverText(cause.message) : translate('common:error.unknown')

interface ErrorStateProps {
  /** Message of the failure, as a sentence: `Devices could not be loaded`. */
  readonly title: string
  readonly cause: unknown
  readonly onRetry?: () => void
  readonly retrying?: boolean
  readonly boxed?: boolean
  /** Another action beside the retry. */
  readonly action?: ReactNode
}

/** Error in place of content that failed to load: message, cause, request id, Retry, and the details to copy. */
export function ErrorState({ title, cause, onRetry, retrying = false, boxed, action }: ErrorStateProps) {
  const { t } = useTranslation('common')
  const { message } = App.useApp()
  const requestId = requestIdOf(cause)
  const { copy } = useCopy()
  const onCopy = async (): Promise<void> => {
    const lines = [
      title,
      reasonOf(cause),
      requestId && t('error.request', { id: requestId }),
      new Date().toISOString(),
      location.href,
    ]
    if (await copy(lines.filter(Boolean).join('\n'))) void message.success(t('error.copied'))
    else void message.error(t('error.copyRefused'))
  }
  return (
    <div className={`${styles.panel} ${boxed ? styles.boxed : ''}`} role="alert">
      <span className={styles.errorTile}>
        <CloudAlert size={28} strokeWidth={1.8} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.why}>{reasonOf(cause)}</p>
      {requestId ? (
        <span className={styles.request}>
          {t('error.requestLabel')} <code>{requestId}</code>
        </span>
      ) : null}
      <div className={styles.actions}>
        {onRetry ? (
          <Button
            type="primary"
            onClick={onRetry}
            loading={retrying}
            icon={<RefreshCw size={16} aria-hidden />}
          >
            {t('retry')}
          </Button>
        ) : null}
        <Button onClick={() => void onCopy()}>{t('error.copy')}</Button>
        {action}
      </div>
    </div>
  )
}
