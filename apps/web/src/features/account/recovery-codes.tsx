import { Alert, Button } from 'antd'
import { Copy, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '../../lib/save-file.ts'
import { useCopy } from '../../ui/use-copy.ts'
import styles from './account.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** Called when the user has stored the codes. */
  readonly onKept: () => void
}

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('account')
  const { state, copy } = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <section aria-label={t('codes.title')}>
      <Alert type="warning" showIcon title={t('codes.once')} />
      <p>{t('codes.what')}</p>
      <ul className={styles.codes} aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copy(text)}>
          {state === 'copied' ? t('codes.copied') : t('codes.copy')}
        </Button>
        <Button
          icon={<Download size={16} aria-hidden />}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'wardtrack-recovery-codes.txt')}
        >
          {t('codes.save')}
        </Button>
        <Button type="primary" onClick={onKept}>
          {t('codes.kept')}
        </Button>
      </div>
      <p role="status">{state === 'refused' ? t('codes.copyFailed') : ''}</p>
    </section>
  )
}
