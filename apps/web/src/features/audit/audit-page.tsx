import { SettingsPage } from '../../ui/settings-page.tsx'
import styles from './audit.module.css'
import { AuditIntegrity } from './audit-integrity.tsx'
import { AuditList } from './audit-list.tsx'
import { AuditRetention } from './audit-retention.tsx'

/** The audit log: whether it is whole, how long it is kept, and its entries. */
export function AuditPage() {
  return (
    <>
      <div className={styles.cards}>
        <SettingsPage>
          <AuditIntegrity />
          <AuditRetention />
        </SettingsPage>
      </div>
      <AuditList />
    </>
  )
}
