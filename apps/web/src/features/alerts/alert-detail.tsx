import { useQuery } from '@tanstack/react-query'
import type { GeofenceAlert } from '@wardtrack/contracts'
import { Button, Skeleton } from 'antd'
import { CircleCheck, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { alertQuery } from '../../lib/alert-queries.ts'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { clockTime, dateTime } from '../../lib/time.ts'
import { usePhone } from '../../lib/use-media.ts'
import { relativeTime } from '../../ui/age.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { alertSummary, isUnresolved, lastStep, momentText } from '../alert-notices/index.ts'
import { BackLink } from '../asset-detail/index.ts'
import styles from './alert-detail.module.css'
import { AlertMap } from './alert-map.tsx'
import { AlertPanels } from './alert-panels.tsx'
import { AlertState } from './alert-state.tsx'
import { useStepDialog } from './step-dialog.tsx'
import type { StepName } from './use-alert-step.ts'

/** One alert on its map: its circumstances, its timeline, and the possible steps. */
export function AlertDetail({ id }: { readonly id: string }) {
  const { t } = useTranslation('alerts')
  const alert = useQuery(alertQuery(id))
  usePageRefresh(() => void alert.refetch())
  useFooterNote(alert.data ? t('detail.readAt', { time: clockTime(alert.dataUpdatedAt) }) : '')
  return (
    <QueryState
      boxed
      query={alert}
      failed={t('detail.failed')}
      loading={<Skeleton active paragraph={{ rows: 12 }} />}
      missing={
        <EmptyState
          boxed
          title={t('detail.unknown')}
          why={t('detail.unknownWhy')}
          action={<Link to="/geofence-alerts">{t('detail.openList')}</Link>}
        />
      }
    >
      {(loaded) => <Alert alert={loaded} />}
    </QueryState>
  )
}

function Alert({ alert }: { readonly alert: GeofenceAlert }) {
  const phone = usePhone()
  const { ask, dialog } = useStepDialog()
  const steps = <Steps alert={alert} onAsk={(step) => ask(alert, step)} />
  return (
    <div className={styles.page}>
      <Heading alert={alert} steps={phone ? null : steps} />
      <div className={styles.body}>
        <AlertMap alert={alert} />
        <AlertPanels alert={alert} />
      </div>
      {phone && isUnresolved(alert) ? (
        <div className={styles.foot} data-view-bar>
          {steps}
        </div>
      ) : null}
      {dialog}
    </div>
  )
}

function Heading(props: { readonly alert: GeofenceAlert; readonly steps: ReactNode }) {
  const { t } = useTranslation('alerts')
  const { alert, steps } = props
  const now = useNow()
  const step = lastStep(alert)
  return (
    <div className={styles.heading}>
      <BackLink />
      <AlertState alert={alert} />
      <h2>{alertSummary(alert)}</h2>
      <p className={styles.when} title={dateTime(alert.eventTime)}>
        {relativeTime(alert.eventTime, now)} · {momentText(alert.eventTime, now)}
      </p>
      <p className="visually-hidden" role="status">
        {step ? t('statusBy', { status: t(`status.${alert.status}`), name: step.by }) : ''}
      </p>
      {steps}
    </div>
  )
}

function Steps(props: { readonly alert: GeofenceAlert; readonly onAsk: (step: StepName) => void }) {
  const { t } = useTranslation('alerts')
  const { alert, onAsk } = props
  if (!isUnresolved(alert)) return null
  const open = alert.status === 'open'
  return (
    <div className={styles.steps}>
      <Button
        type={open ? 'default' : 'primary'}
        icon={<CircleCheck size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => onAsk('resolve')}
      >
        {t('step.resolve.verb')}
      </Button>
      {open ? (
        <Button
          type="primary"
          icon={<Eye size={16} strokeWidth={1.8} aria-hidden />}
          onClick={() => onAsk('acknowledge')}
        >
          {t('step.acknowledge.verb')}
        </Button>
      ) : null}
    </div>
  )
}
