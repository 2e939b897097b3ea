import type { Privilege } from '@wardtrack/contracts'
import { Alert, Button } from 'antd'
import { Copy, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitles } from '../../lib/language.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { AddRoute } from './add-route.tsx'
import { EditPrivilege } from './edit-privilege.tsx'
import { PrivilegeHolders } from './holders.tsx'
import { isAdministration, isKnownPage, pageOfRoute } from './privilege-draft.ts'
import styles from './privileges.module.css'
import { useChangeRoutes, useDeletePrivilege } from './use-privilege-changes.tsx'

interface PrivilegeDetailProps {
  readonly privilege: Privilege
  readonly onDuplicate: () => void
}

/** Pages and users of a privilege, with its actions. */
export function PrivilegeDetail({ privilege, onDuplicate }: PrivilegeDetailProps) {
  const { t } = useTranslation('privileges')
  const remove = useDeletePrivilege()
  const [editing, setEditing] = useState(false)
  const pages = privilege.routes.map(pageOfRoute)
  return (
    <div className={styles.detail}>
      <p className={styles.description}>{privilege.description || t('noDescription')}</p>
      {isAdministration(pages) ? <Alert type="warning" showIcon title={t('administration')} /> : null}
      <h3>{t('allowedRoutes')}</h3>
      {pages.length === 0 ? <p>{t('noRoutes')}</p> : <Routes privilege={privilege} pages={pages} />}
      <AddRoute privilege={privilege} />
      <h3>{t('holders.title')}</h3>
      <PrivilegeHolders id={privilege._id} />
      <div className={styles.actions}>
        <Button icon={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {t('edit.open')}
        </Button>
        <Button icon={<Copy size={16} aria-hidden />} onClick={onDuplicate}>
          {t('duplicate')}
        </Button>
        <OnlineButton danger icon={<Trash2 size={16} aria-hidden />} onClick={() => void remove(privilege)}>
          {t('delete.open')}
        </OnlineButton>
      </div>
      {editing ? <EditPrivilege privilege={privilege} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

interface RoutesProps {
  readonly privilege: Privilege
  readonly pages: readonly string[]
}

/** Pages of a privilege as removable chips, with their titles. */
function Routes({ privilege, pages }: RoutesProps) {
  const { t } = useTranslation('privileges')
  const titleOf = usePageTitles()
  const offline = useOfflineReason()
  const removing = useChangeRoutes('removeRoutes')
  return (
    <ul className={styles.routes} aria-label={t('allowedRoutes')}>
      {pages.map((page) => (
        <li key={page}>
          <span className={styles.chip}>
            <code>/{page}</code>
            <button
              type="button"
              aria-label={t('route.remove', { page: titleOf(page) })}
              title={offline}
              disabled={offline !== undefined || removing.isPending}
              onClick={() => removing.mutate({ privilege, page })}
            >
              <X size={14} aria-hidden />
            </button>
          </span>
          <span className={styles.opens}>
            {isKnownPage(page) ? t(`opens.${page}` as 'opens.devices') : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}
