import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import styles from './audit-alarm-band.module.css'
import { auditStateQuery } from './audit-state.query.ts'

/** Tells administrators, on every page, that the audit log was changed; until one of them acknowledges it. */
export function AuditAlarmBand() {
  const { t } = useTranslation('shell')
  const isAdministrator = useMayOpen('admin-config')
  const { data: state } = useQuery({ ...auditStateQuery(), enabled: isAdministrator })
  if (!isAdministrator || !state?.alarm) return null
  return (
    <div className={styles.band} role="alert">
      <ShieldAlert size={18} aria-hidden />
      <span>{t('auditAlarm.text')}</span>
      <Link to="/admin-config/audit">{t('auditAlarm.look')}</Link>
    </div>
  )
}
