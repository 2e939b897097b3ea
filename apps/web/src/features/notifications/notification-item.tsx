import type { Notification } from '@wardtrack/contracts'
import { Button } from 'antd'
import { Check, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { assetDetailPath } from '../../lib/matrix-url.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { dateTime } from '../../lib/time.ts'
import { relativeTime } from '../../ui/age.ts'
import { type FilterValues, PLACE_MODEL } from '../../ui/filters/index.ts'
import { StateMark } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { devicesPath } from '../reports/index.ts'
import styles from './notification-drawer.module.css'

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
export function NotificationItem({ notification, onRead, onOpen }: NotificationItemProps) {
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
