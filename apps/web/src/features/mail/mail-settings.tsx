import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import styles from './mail.module.css'
import { hospitalQuery, mailQuery } from './mail.query.ts'
import { MailForm } from './mail-form.tsx'
import { MailTest } from './mail-test.tsx'
import { TimeZoneForm } from './time-zone-form.tsx'

/** Mail server with a test, time zone of quiet hours, and messages of rules. */
export function MailSettings() {
  const { t } = useTranslation('mail')
  const mail = useQuery(mailQuery())
  const hospital = useQuery(hospitalQuery())
  return (
    <SettingsPage>
      <SettingsSection title={t('server.title')} description={t('server.about')}>
        <QueryState query={mail} failed={t('server.failed')}>
          {(stored) => <MailForm stored={stored} />}
        </QueryState>
      </SettingsSection>
      <div className={styles.column}>
        <SettingsSection title={t('test.title')} description={t('test.about')}>
          <MailTest />
        </SettingsSection>
        <SettingsSection title={t('zone.title')} description={t('zone.about')}>
          <QueryState query={hospital} failed={t('zone.failed')}>
            {(stored) => <TimeZoneForm stored={stored} />}
          </QueryState>
        </SettingsSection>
      </div>
      <div className={styles.wide}>
        <SettingsSection title={t('deliveries.title')} description={t('deliveries.about')}>
          <DeliveryTable />
        </SettingsSection>
      </div>
    </SettingsPage>
  )
}
