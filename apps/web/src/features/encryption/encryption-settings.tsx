import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '@wardtrack/contracts'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { JobProgress } from '../../ui/job-progress.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingRow, SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { ConfiguredFields } from './configured-fields.tsx'
import styles from './encryption.module.css'
import { EncryptionForm } from './encryption-form.tsx'
import { encryptionConfigQuery, encryptionStatusQuery } from './encryption-queries.ts'
import { PlainBackups } from './plain-backups.tsx'

/** Key in use, progress of the newest conversion or rotation, and a button to rotate the key. */
function KeyState({ status }: { readonly status: ResponseOf<'encryptionStatus'> }) {
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

/** Encryption of stored data: the fields, the key, the job that converts stored data, and the limitations. */
export function EncryptionSettings() {
  const { t } = useTranslation('encryption')
  const config = useQuery(encryptionConfigQuery())
  const status = useQuery(encryptionStatusQuery())
  usePageRefresh(() => {
    void config.refetch()
    void status.refetch()
  })
  const isBusy = status.data?.job?.state === 'running'
  return (
    <SettingsPage>
      <SettingsSection title={t('add.title')} description={t('add.about')}>
        <EncryptionForm isBusy={isBusy} />
      </SettingsSection>
      <SettingsSection title={t('fields.title')} description={t('fields.about')}>
        <QueryState query={config} failed={t('fields.failed')}>
          {({ id, types }) => <ConfiguredFields id={id} types={types} isBusy={isBusy} />}
        </QueryState>
      </SettingsSection>
      <SettingsSection title={t('key.title')} description={t('key.about')}>
        <QueryState query={status} failed={t('key.failed')}>
          {(state) => <KeyState status={state} />}
        </QueryState>
      </SettingsSection>
      <PlainBackups backups={status.data?.plainBackups ?? []} />
      <SettingsSection title={t('limits.title')}>
        <ul className={styles.limits}>
          {(['contains', 'sort', 'search', 'overTime', 'equality', 'key'] as const).map((limit) => (
            <li key={limit}>{t(`limits.${limit}`)}</li>
          ))}
        </ul>
      </SettingsSection>
    </SettingsPage>
  )
}

export { EncryptionSettings as Page }
