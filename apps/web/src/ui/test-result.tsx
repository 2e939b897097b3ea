import type { MirthTest } from '@wardtrack/contracts'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { failureText } from '../lib/failure-text.ts'
import styles from './test-result.module.css'

interface TestResultProps {
  readonly test: MirthTest
  readonly onClose: () => void
}

/** Result of a test request to another system. */
export function TestResult({ test, onClose }: TestResultProps) {
  const { t } = useTranslation('mail')
  const { accepted, status, text, error, took } = test
  const title =
    error === undefined
      ? t('test.answered', { status, took })
      : t('test.failed', { reason: failureText(error) })
  return (
    <Alert
      type={accepted ? 'success' : 'error'}
      showIcon
      closable={{ onClose }}
      role="status"
      title={title}
      description={text ? <pre className={styles.answer}>{text}</pre> : undefined}
    />
  )
}
