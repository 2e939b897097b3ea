import { useQuery } from '@tanstack/react-query'
import { PAGE_SETS, pageAllows } from '@wardtrack/contracts/pages'
import { Inbox } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import styles from './notification-bell.module.css'
import { unreadCountQuery } from './notifications.query.ts'

// Loaded when the list first opens.
const NotificationDrawer = lazy(async () => ({
  default: (await import('./notification-drawer.tsx')).NotificationDrawer,
}))

const TOLD = [...PAGE_SETS.ASSETS, ...PAGE_SETS.NOTIFICATION_RULES]

/** Returns true if the user's pages include notifications. */
function useIsTold(): boolean {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  if (!access?.configured) return false
  return TOLD.some((page) => pageAllows(access.allowedRoutes, page))
}

/** Notification button of the header with the number of unread notifications, and the list. */
export function NotificationBell() {
  const { t } = useTranslation('notifications')
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const may = useIsTold()
  const { data: unread = 0 } = useQuery({ ...unreadCountQuery(), enabled: may })
  if (!may) return null
  const label = unread === 0 ? t('noneUnread') : t('unread', { count: unread })
  return (
    <>
      <button
        type="button"
        className={styles.bell}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <Inbox size={18} strokeWidth={1.8} aria-hidden />
        {unread > 0 ? (
          <span className={styles.count} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
      {opened ? (
        <Suspense fallback={null}>
          <NotificationDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
