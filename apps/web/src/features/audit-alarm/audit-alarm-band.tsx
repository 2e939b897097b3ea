import { queryOptions, useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import styles from './audit-alarm-band.module.css'

/** Query for the audit log's last verification, its alarm if any, and the retention of entries. */
export const auditStateQuery = () =>
  queryOptions({
    queryKey: [KEYS.audit, 'state'],
    queryFn: ({ signal }) => api.call('auditState', { signal }),
    meta: { refreshMs: REFRESH_MS, quiet: true },
  })

/** Warns administrators on every page that the audit log was changed, until one of them acknowledges it. */
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
