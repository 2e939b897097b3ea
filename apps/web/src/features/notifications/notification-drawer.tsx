import { useQuery } from '@tanstack/react-query'
import { Drawer, Segmented } from 'antd'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import styles from './notification-drawer.module.css'
import { NotificationItem } from './notification-item.tsx'
import { NOTIFICATIONS_ON_A_PAGE, notificationsQuery, unreadCountQuery } from './notifications.query.ts'

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
