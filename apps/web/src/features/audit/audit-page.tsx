import { SettingsPage } from '../../ui/settings-page.tsx'
import styles from './audit.module.css'
import { AuditIntegrity } from './audit-integrity.tsx'
import { AuditList } from './audit-list.tsx'
import { AuditRetention } from './audit-retention.tsx'

/** Audit log: its integrity, its retention, and its entries. */
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

export { AuditPage as Page }
