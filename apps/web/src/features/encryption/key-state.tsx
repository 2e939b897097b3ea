import type { ResponseOf } from '@wardtrack/contracts'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { JobProgress } from '../../ui/job-progress.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { SettingRow } from '../../ui/settings-page.tsx'
import styles from './encryption.module.css'

/** Key in use, progress of the newest conversion or rotation, and a button to rotate the key. */
export function KeyState({ status }: { readonly status: ResponseOf<'encryptionStatus'> }) {
  const { t } = useTranslation('encryption')
  const { job, keyVersion } = status
  return (
    <div className={styles.key}>
      <SettingRow label={t('key.version')}>
        <strong>{keyVersion}</strong>
      </SettingRow>
      <RotateKey isBusy={job?.state === 'running'} />
      {job ? (
        <JobProgress key={job.id} id={job.id} title={t(`job.${job.kind}`)} />
      ) : (
        <p className={styles.hint}>{t('job.none')}</p>
      )}
    </div>
  )
}

function RotateKey({ isBusy }: { readonly isBusy: boolean }) {
  const { t } = useTranslation('encryption')
  const confirm = useConfirm()
  const rotate = useApiMutation({
    call: () => api.call('rotateEncryptionKey', { body: {} }),
    success: ({ message }) => message,
    invalidates: [[KEYS.encryption]],
  })
  return (
    <OnlineButton
      icon={<RefreshCw size={16} aria-hidden />}
      loading={rotate.isPending}
      disabled={isBusy}
      title={isBusy ? t('busy') : undefined}
      onClick={() =>
        confirm({
          title: t('rotate.question'),
          content: t('rotate.what'),
          verb: t('rotate.verb'),
          onConfirm: () => rotate.mutateAsync(),
        })
      }
    >
      {t('rotate.verb')}
    </OnlineButton>
  )
}
