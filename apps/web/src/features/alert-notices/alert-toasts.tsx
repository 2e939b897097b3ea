import type { GeofenceAlert } from '@wardtrack/contracts'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { usePhone } from '../../lib/use-media.ts'
import styles from './alert-notice.module.css'
import { AlertNotice } from './alert-notice.tsx'
import { useUnreadAlerts } from './unread-alerts.ts'
import { useAlertAnnouncement } from './use-alert-announcement.ts'

/** So many stand at once; the others are counted. One, where they would cover what is being worked through. */
const AT_ONCE = 3
const KEY = 'new-alerts'

/**
 * New alerts until somebody reads them: at the lower right, on a phone one line above the header, which makes room for
 * it. Only for who may open them.
 */
export function AlertToasts() {
  return useMayOpen('geofence-alerts') ? <Toasts /> : null
}

function Toasts() {
  const { alerts, read, readAll } = useUnreadAlerts()
  const onList = useLocation().pathname === '/geofence-alerts'
  const phone = usePhone()
  useNotice({ alerts, phone, atOnce: phone || onList ? 1 : AT_ONCE, read, readAll })
  return (
    <div role="status" className="visually-hidden">
      {useAlertAnnouncement(alerts)}
    </div>
  )
}

interface NoticeOptions {
  readonly alerts: readonly GeofenceAlert[]
  readonly phone: boolean
  readonly atOnce: number
  readonly read: (id: string) => void
  readonly readAll: () => void
}

/** Keeps antd's notification at what is unread. What is read out is said elsewhere, politely and not too often. */
function useNotice({ alerts, phone, atOnce, read, readAll }: NoticeOptions): void {
  const { notification } = App.useApp()
  const [opened, setOpened] = useState<string>()
  const newest = alerts[0]?.id
  const closed = phone && newest !== opened
  useEffect(() => {
    if (newest === undefined) return notification.destroy(KEY)
    notification.open({
      key: KEY,
      placement: phone ? 'top' : 'bottomRight',
      duration: false,
      closable: false,
      className: (phone ? styles.band : styles.card) ?? '',
      role: 'status',
      props: { 'aria-live': 'off' },
      description: (
        <AlertNotice
          alerts={alerts}
          shown={atOnce}
          form={closed ? 'line' : phone ? 'band' : 'card'}
          onOpen={() => setOpened(newest)}
          onRead={read}
          onReadAll={readAll}
        />
      ),
    })
  })
  useEffect(() => () => notification.destroy(KEY), [notification])
}
