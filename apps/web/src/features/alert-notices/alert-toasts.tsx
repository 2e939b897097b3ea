import type { GeofenceAlert } from '@wardtrack/contracts'
import { BellRing, ExternalLink, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { dateTime } from '../../lib/time.ts'
import { usePhone } from '../../lib/use-media.ts'
import { relativeTime } from '../../ui/age.ts'
import { useNow } from '../../ui/use-now.ts'
import { alertHref, alertSummary } from './alert-summary.ts'
import styles from './alert-toasts.module.css'
import { useUnreadAlerts } from './unread-alerts.ts'
import { useAlertAnnouncement } from './use-alert-announcement.ts'

/** So many stand at once; the others are counted. One, where they would cover what is being worked through. */
const AT_ONCE = 3

/**
 * New alerts until somebody reads them: at the lower right, on a phone one line below the header. Only for who may open
 * them.
 */
export function AlertToasts() {
  return useMayOpen('geofence-alerts') ? <Toasts /> : null
}

function Toasts() {
  const { t } = useTranslation('alert-notices')
  const { alerts, read, readAll } = useUnreadAlerts()
  const onList = useLocation().pathname === '/geofence-alerts'
  const phone = usePhone()
  const standing = alerts.slice(0, phone || onList ? 1 : AT_ONCE)
  const more = alerts.length - standing.length
  const [newest] = alerts
  const [opened, setOpened] = useState<string>()
  const line = phone && newest?.id !== opened
  const announcement = useAlertAnnouncement(alerts)
  return (
    <>
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
      {newest ? (
        <section className={styles.stack} aria-label={t('title')}>
          {more > 0 && !line ? (
            <p className={styles.more}>
              <Link to="/geofence-alerts" onClick={readAll}>
                {t('more', { count: more })}
              </Link>
              <button type="button" onClick={readAll}>
                {t('markAllRead')}
              </button>
            </p>
          ) : null}
          <ul>
            {standing.toReversed().map((alert) => (
              <li key={alert.id}>
                {line ? (
                  <ToastLine
                    alert={alert}
                    more={more}
                    onOpen={() => setOpened(alert.id)}
                    onRead={() => read(alert.id)}
                  />
                ) : (
                  <Toast alert={alert} onRead={() => read(alert.id)} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

interface ToastProps {
  readonly alert: GeofenceAlert
  readonly onRead: () => void
}

interface ToastLineProps extends ToastProps {
  /** How many others are unread. */
  readonly more: number
  readonly onOpen: () => void
}

/** A new alert on a phone: one line, until a tap opens it. */
function ToastLine({ alert, more, onOpen, onRead }: ToastLineProps) {
  const { t } = useTranslation('alert-notices')
  const about = alertSummary(alert)
  return (
    <div className={`${styles.toast} ${styles.line}`}>
      <button type="button" className={styles.opener} aria-expanded={false} onClick={onOpen}>
        <BellRing size={16} strokeWidth={2.1} aria-hidden />
        <span className={styles.about}>{about}</span>{' '}
        {more > 0 ? <span className={styles.others}>{t('more', { count: more })}</span> : null}
      </button>
      <ReadButton about={about} onRead={onRead} />
    </div>
  )
}

function Toast({ alert, onRead }: ToastProps) {
  const { t } = useTranslation('alert-notices')
  const now = useNow()
  const about = alertSummary(alert)
  const { place } = placeOf(alert.LinkedLocation.fullPath)
  return (
    <div className={styles.toast} onKeyDown={({ key }) => key === 'Escape' && onRead()}>
      <span className={styles.bell}>
        <BellRing size={16} strokeWidth={2.1} aria-hidden />
      </span>
      <div className={styles.text}>
        <p className={styles.title}>{about}</p>
        <p className={styles.quiet} title={pathText(alert.LinkedLocation.fullPath)}>
          {place ? `${place} · ` : ''}
          <span title={dateTime(alert.eventTime)}>{relativeTime(alert.eventTime, now)}</span>
        </p>
        <a href={alertHref(alert.id)} target="_blank" rel="noopener" onClick={onRead} onAuxClick={onRead}>
          {t('viewOnMap')} <ExternalLink size={14} strokeWidth={2.1} aria-hidden />
        </a>
      </div>
      <ReadButton about={about} onRead={onRead} />
    </div>
  )
}

function ReadButton({ about, onRead }: { readonly about: string; readonly onRead: () => void }) {
  const { t } = useTranslation('alert-notices')
  return (
    <button
      type="button"
      className={styles.close}
      aria-label={t('markRead', { alert: about })}
      onClick={onRead}
    >
      <X size={16} aria-hidden />
    </button>
  )
}
