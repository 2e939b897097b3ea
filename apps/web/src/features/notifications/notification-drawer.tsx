import { useQuery } from '@tanstack/react-query'
import type { Notification } from '@wardtrack/contracts'
import { Button, Drawer, Segmented } from 'antd'
import { Check, CheckCheck, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { assetDetailPath } from '../../lib/matrix-url.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { relativeTime } from '../../ui/age.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type FilterValues, PLACE_MODEL } from '../../ui/filters/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { StateMark } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { devicesPath } from '../reports/index.ts'
import styles from './notification-drawer.module.css'
import { NOTIFICATIONS_ON_A_PAGE, notificationsQuery, unreadCountQuery } from './notifications.query.ts'

interface NotificationItemProps {
  readonly notification: Notification
  readonly onRead: () => void
  /** Called when the link to the asset or assets is followed. */
  readonly onOpen: () => void
}

const LOOKS = {
  High: { Icon: CircleAlert, tone: 'bad' },
  Medium: { Icon: TriangleAlert, tone: 'warn' },
  Low: { Icon: Info, tone: 'quiet' },
} as const

/** Returns the path of a notification: its asset, or for a combined one the assets in that state and place now. */
function usePathOf({ asset: { AssetType, AssetId }, assets, field, value, place }: Notification): string {
  const entry = useMetadata()?.[AssetType]?.[field]
  if (assets <= 1) return assetDetailPath(AssetType, AssetId)
  const filters: FilterValues = {
    AssetType: [AssetType],
    ...(entry?.Options?.[value] ? { [entry.Model]: [value] } : {}),
    ...(place.length > 0 ? { [PLACE_MODEL]: place } : {}),
  }
  return devicesPath(filters)
}

/** One notification: event, rule and time, linked to the asset or assets. */
function NotificationItem({ notification, onRead, onOpen }: NotificationItemProps) {
  const { t } = useTranslation('notifications')
  const { kind, message, Name, Priority, createdAt, read } = notification
  const path = usePathOf(notification)
  const { Icon, tone } = LOOKS[Priority]
  const now = useNow()
  const open = (): void => {
    if (!read) onRead()
    onOpen()
  }
  return (
    <div className={`${styles.item} ${read ? '' : styles.isUnread}`}>
      <span className={`${styles.dot} ${read ? '' : styles.unread}`} aria-hidden />
      <div className={styles.text}>
        <p className={styles.message}>
          {read ? null : <span className="visually-hidden">{t('isUnread')} </span>}
          <Link to={path} onClick={open}>
            {message}
          </Link>
        </p>
        <p className={styles.about}>
          <StateMark
            icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
            word={t(`priority.${Priority}`)}
            tone={tone}
            form="mark"
          />
          <span title={dateTime(createdAt)}>{relativeTime(createdAt, now)}</span>
          <span>{kind === 'missing-report' ? t('missingReport') : Name}</span>
        </p>
      </div>
      {read ? null : (
        <Button
          type="text"
          size="small"
          aria-label={t('markRead', { message })}
          title={t('markReadVerb')}
          icon={<Check size={16} aria-hidden />}
          onClick={onRead}
        />
      )}
    </div>
  )
}

interface NotificationDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
}

const invalidates = [[KEYS.notifications]]

/** List of notifications, newest first: all or unread ones. */
export function NotificationDrawer({ open, onClose }: NotificationDrawerProps) {
  const { t } = useTranslation('notifications')
  const [show, setShow] = useState<'all' | 'unread'>('all')
  const [page, setPage] = useState(1)
  const list = useQuery({ ...notificationsQuery(show, page), enabled: open })
  const read = useApiMutation<string>({
    call: (id) => api.call('readNotification', { params: { id } }),
    invalidates,
  })
  const readAll = useApiMutation({ call: () => api.call('readAllNotifications'), invalidates })
  const { data: unread = 0 } = useQuery({ ...unreadCountQuery(), enabled: open })
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('title')}
      size={420}
      extra={
        <OnlineButton
          icon={<CheckCheck size={16} aria-hidden />}
          disabled={unread === 0}
          loading={readAll.isPending}
          onClick={() => readAll.mutate()}
        >
          {t('readAll')}
        </OnlineButton>
      }
    >
      <Segmented<'all' | 'unread'>
        aria-label={t('show.label')}
        value={show}
        onChange={(chosen) => {
          setShow(chosen)
          setPage(1)
        }}
        options={[
          { value: 'all', label: t('show.all') },
          { value: 'unread', label: t('show.unread', { count: unread }) },
        ]}
      />
      <QueryState query={list} failed={t('failed')}>
        {({ data, count }) =>
          data.length === 0 ? (
            <EmptyState
              title={show === 'unread' ? t('noneUnread') : t('none.title')}
              why={show === 'unread' ? t('allRead') : t('none.why')}
            />
          ) : (
            <>
              <ul className={styles.list} aria-label={t('title')}>
                {data.map((notification) => (
                  <li key={notification.id}>
                    <NotificationItem
                      notification={notification}
                      onRead={() => read.mutate(notification.id)}
                      onOpen={onClose}
                    />
                  </li>
                ))}
              </ul>
              <Pager
                inPanel
                label={t('pages')}
                page={page}
                pageSize={NOTIFICATIONS_ON_A_PAGE}
                total={count}
                shown={data.length}
                onPage={setPage}
              />
            </>
          )
        }
      </QueryState>
    </Drawer>
  )
}
