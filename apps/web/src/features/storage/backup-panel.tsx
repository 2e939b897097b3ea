import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import styles from './storage.module.css'

/** Downloads all stored data as one file. */
export function BackupPanel() {
  const { t } = useTranslation('storage')
  return (
    <SettingsSection
      title={t('backup.title')}
      description={t('backup.about')}
      footer={
        <ExportButton
          label={t('backup.verb')}
          fileName="wardtrack.backup"
          open={(signal) => api.open('downloadBackup', { signal })}
        />
      }
    >
      <p className={styles.restore}>{t('backup.restore')}</p>
    </SettingsSection>
  )
}
