import type { GeofenceAlert } from '@wardtrack/contracts'
import { BellRing, ExternalLink, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathText, placeOf } from '../../lib/place.ts'
import { dateTime } from '../../lib/time.ts'
import { relativeTime } from '../../ui/age.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './alert-notice.module.css'
import { alertHref, alertSummary } from './alert-summary.ts'

interface AlertNoticeProps {
  /** Unread alerts, newest first. */
  readonly alerts: readonly GeofenceAlert[]
  /** Number of alerts shown; the others are counted. */
  readonly shown: number
  /** `line` on a phone until tapped, then `band` above the page; elsewhere `dock` below the page. */
  readonly form: 'line' | 'band' | 'dock'
  readonly onOpen: () => void
  readonly onRead: (id: string) => void
  readonly onReadAll: () => void
}

/** Notice of new alerts. */
export function AlertNotice(props: AlertNoticeProps) {
  const { alerts, shown, form, onOpen, onRead, onReadAll } = props
  const { t } = useTranslation('alert-notices')
  const frame = useReservedHeight()
  const shownAlerts = alerts.slice(0, shown)
  const more = alerts.length - shownAlerts.length
  return (
    <section ref={frame} aria-label={t('title')}>
      <ul>
        {shownAlerts.toReversed().map((alert) => (
          <li key={alert.id} className={styles.alert}>
            {form === 'line' ? (
              <Line alert={alert} more={more} onOpen={onOpen} onRead={() => onRead(alert.id)} />
            ) : (
              <Details alert={alert} onRead={() => onRead(alert.id)} />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && form !== 'line' ? (
        <p className={styles.more}>
          <Link to="/geofence-alerts" onClick={onReadAll}>
            {t('more', { count: more })}
          </Link>
          <button type="button" onClick={onReadAll}>
            {t('markAllRead')}
          </button>
        </p>
      ) : null}
    </section>
  )
}

/** Reserves the height of the notice on the page, so that it covers nothing. */
function useReservedHeight() {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const { style } = document.documentElement
    const measure = (): void => style.setProperty('--notice-height', `${element.offsetHeight}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => {
      observer.disconnect()
      style.removeProperty('--notice-height')
    }
  }, [])
  return frame
}

interface AlertProps {
  readonly alert: GeofenceAlert
  readonly onRead: () => void
}

interface LineProps extends AlertProps {
  /** Number of other unread alerts. */
  readonly more: number
  readonly onOpen: () => void
}

function Line({ alert, more, onOpen, onRead }: LineProps) {
  const { t } = useTranslation('alert-notices')
  const summary = alertSummary(alert)
  return (
    <>
      <button type="button" className={styles.opener} aria-expanded={false} onClick={onOpen}>
        <BellRing size={16} strokeWidth={2.1} aria-hidden />
        <span className={styles.about}>{summary}</span>{' '}
        {more > 0 ? <span className={styles.others}>{t('more', { count: more })}</span> : null}
      </button>
      <ReadButton about={summary} onRead={onRead} />
    </>
  )
}

function Details({ alert, onRead }: AlertProps) {
  const { t } = useTranslation('alert-notices')
  const now = useNow()
  const summary = alertSummary(alert)
  const { place } = placeOf(alert.LinkedLocation.fullPath)
  return (
    <div className={styles.details} onKeyDown={({ key }) => key === 'Escape' && onRead()}>
      <span className={styles.bell}>
        <BellRing size={16} strokeWidth={2.1} aria-hidden />
      </span>
      <div className={styles.text}>
        <p className={styles.title}>{summary}</p>
        <p className={styles.quiet} title={pathText(alert.LinkedLocation.fullPath)}>
          {place ? `${place} · ` : ''}
          <span title={dateTime(alert.eventTime)}>{relativeTime(alert.eventTime, now)}</span>
        </p>
        <a href={alertHref(alert.id)} target="_blank" rel="noopener" onClick={onRead} onAuxClick={onRead}>
          {t('viewOnMap')} <ExternalLink size={14} strokeWidth={2.1} aria-hidden />
        </a>
      </div>
      <ReadButton about={summary} onRead={onRead} />
    </div>
  )
}

function ReadButton({ about: summary, onRead }: { readonly about: string; readonly onRead: () => void }) {
  const { t } = useTranslation('alert-notices')
  return (
    <button
      type="button"
      className={styles.close}
      aria-label={t('markRead', { alert: summary })}
      onClick={onRead}
    >
      <X size={16} aria-hidden />
    </button>
  )
}
