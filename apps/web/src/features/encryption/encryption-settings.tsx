import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { ConfiguredFields } from './configured-fields.tsx'
import styles from './encryption.module.css'
import { EncryptionForm } from './encryption-form.tsx'
import { encryptionConfigQuery, encryptionStatusQuery } from './encryption-queries.ts'
import { KeyState } from './key-state.tsx'
import { PlainBackups } from './plain-backups.tsx'

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
