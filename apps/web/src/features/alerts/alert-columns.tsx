import type { GeofenceAlert, TableColumn } from '@wardtrack/contracts'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { relativeTime } from '../../ui/age.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import {
  alertedName,
  alertHref,
  alertSummary,
  isUnresolved,
  lastStep,
  momentText,
} from '../alert-notices/index.ts'
import { AlertKind, AlertState } from './alert-state.tsx'
import styles from './alerts.module.css'
import type { StepName } from './use-alert-step.ts'

/** Opens the dialog for a step. */
export type RequestStep = (alert: GeofenceAlert, step: StepName) => void

/** Returns the columns of the list, with two lines in each cell. */
export const desktopColumns = (
  now: number,
  requestStep: RequestStep,
): DataColumn<GeofenceAlert, TableColumn<'geofence-alerts'>>[] => [
  { name: 'state', title: translate('alerts:column.state'), cell: (alert) => <StateAndWho alert={alert} /> },
  {
    name: 'geofence',
    title: translate('alerts:column.geofence'),
    cell: (alert) => (
      <Pair first={alert.LinkedGeofence.Name} second={<AlertKind kind={alert.kind} />} strong />
    ),
  },
  {
    name: 'asset',
    title: translate('alerts:column.asset'),
    cell: (alert) => (
      <Pair
        first={alertedName(alert)}
        second={<code>{alert.AssetThen.SerialNo || alert.LinkedAsset.AssetId}</code>}
      />
    ),
  },
  { name: 'location', title: translate('alerts:column.location'), cell: (alert) => <Place alert={alert} /> },
  {
    name: 'raised',
    title: translate('alerts:column.raised'),
    cell: ({ eventTime }) => (
      <span title={dateTime(eventTime)}>
        <Pair first={relativeTime(eventTime, now)} second={momentText(eventTime, now)} />
      </span>
    ),
  },
  {
    title: translate('alerts:column.actions'),
    cell: (alert) => <RowActions alert={alert} ask={requestStep} />,
  },
]

/** Returns the columns on a phone: status and age, the alert as a sentence, its place, and the actions. */
export const phoneColumns = (
  now: number,
  requestStep: RequestStep,
): DataColumn<GeofenceAlert, TableColumn<'geofence-alerts'>>[] => [
  { title: translate('alerts:column.state'), cell: (alert) => <AlertState alert={alert} />, onPhone: 'main' },
  {
    title: translate('alerts:column.raised'),
    cell: ({ eventTime }) => <span title={dateTime(eventTime)}>{relativeTime(eventTime, now)}</span>,
    onPhone: 'end',
  },
  {
    title: translate('alerts:column.whatHappened'),
    cell: (alert) => (
      <Pair
        first={alertSummary(alert)}
        second={placeOf(alert.LinkedLocation.fullPath).place || MISSING}
        strong
      />
    ),
    onPhone: 'wide',
  },
  {
    title: translate('alerts:column.actions'),
    cell: (alert) => <RowActions alert={alert} ask={requestStep} />,
    onPhone: 'wide',
  },
]

function Pair(props: { readonly first: string; readonly second: ReactNode; readonly strong?: boolean }) {
  return (
    <span className={styles.pair}>
      <span className={props.strong ? styles.strong : undefined}>{props.first}</span>
      <span className={styles.second}>{props.second}</span>
    </span>
  )
}

function StateAndWho({ alert }: { readonly alert: GeofenceAlert }) {
  const { t } = useTranslation('alerts')
  const step = lastStep(alert)
  return (
    <span className={styles.pair}>
      <AlertState alert={alert} />
      {step ? <span className={styles.second}>{t('by', { name: step.by })}</span> : null}
    </span>
  )
}

function Place({ alert }: { readonly alert: GeofenceAlert }) {
  const { fullPath } = alert.LinkedLocation
  const { place, within } = placeOf(fullPath)
  return (
    <span className={styles.place} title={pathText(fullPath)}>
      <Pair first={place || MISSING} second={within} />
    </span>
  )
}

interface RowActionsProps {
  readonly alert: GeofenceAlert
  readonly ask: RequestStep
}

function RowActions({ alert, ask: requestStep }: RowActionsProps) {
  const { t } = useTranslation('alerts')
  const summary = alertSummary(alert)
  const steps: readonly StepName[] =
    alert.status === 'open' ? ['acknowledge', 'resolve'] : isUnresolved(alert) ? ['resolve'] : []
  return (
    <span className={styles.actions}>
      <a
        href={alertHref(alert.id)}
        target="_blank"
        rel="noopener"
        aria-label={t('viewOnMapOf', { alert: summary })}
      >
        {t('viewOnMap')} <ExternalLink size={14} strokeWidth={2.1} aria-hidden />
      </a>
      {steps.length > 0 ? (
        <span className={styles.steps}>
          {steps.map((step) => (
            <button
              key={step}
              type="button"
              aria-label={`${t(`step.${step}.verb`)}: ${summary}`}
              onClick={() => requestStep(alert, step)}
            >
              {t(`step.${step}.verb`)}
            </button>
          ))}
        </span>
      ) : null}
    </span>
  )
}
