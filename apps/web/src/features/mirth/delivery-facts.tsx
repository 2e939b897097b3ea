import type { MirthDelivery } from '@wardtrack/contracts'
import { CircleAlert, CircleCheck, CirclePause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../lib/failure-text.ts'
import { dateTime } from '../../lib/time.ts'
import { Fact } from '../../ui/panel.tsx'
import { StateMark } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './mirth.module.css'

const SECOND_MS = 1_000
const MINUTE_S = 60
const HOUR_S = 3_600
/** Number of seconds after which waiting deliveries count as delayed. */
const USUAL_LAG_S = 10

/** Status of one address. */
export function DeliveryFacts({ delivery }: { readonly delivery: MirthDelivery }) {
  const { t } = useTranslation('mirth')
  const lag = useLag(delivery.oldestAt)
  const { pending, lastDeliveredAt, lastError, lastErrorAt, paused, secretSince, mayReceivePatients } =
    delivery
  return (
    <dl className={styles.facts}>
      <Fact label={t('facts.state')}>
        <DeliveryState delivery={delivery} isLate={lag !== undefined && lag > USUAL_LAG_S} />
      </Fact>
      {pending === undefined ? (
        <Fact label={t('facts.pending')}>{t('facts.hidden')}</Fact>
      ) : (
        <>
          <Fact label={t('facts.pending')}>{t('facts.things', { count: pending })}</Fact>
          <Fact label={t('facts.lag')}>{lag === undefined ? t('facts.noLag') : <Span seconds={lag} />}</Fact>
          <Fact label={t('facts.lastDelivered')}>
            {lastDeliveredAt ? dateTime(lastDeliveredAt) : t('facts.never')}
          </Fact>
        </>
      )}
      {lastError ? (
        <Fact label={t('facts.lastError')}>
          {failureText(lastError)}
          {lastErrorAt ? ` · ${dateTime(lastErrorAt)}` : ''}
        </Fact>
      ) : null}
      {paused ? (
        <Fact label={t('facts.paused')}>
          {t('facts.pausedBy', { name: paused.by, time: dateTime(paused.at) })}
        </Fact>
      ) : null}
      <Fact label={t('facts.signed')}>
        {secretSince ? t('facts.signedSince', { time: dateTime(secretSince) }) : t('facts.unsigned')}
      </Fact>
      {delivery.field === 'LocationHierarchy' ? null : (
        <Fact label={t('facts.patients')}>
          {t(mayReceivePatients ? 'facts.withPatients' : 'facts.withoutPatients')}
        </Fact>
      )}
    </dl>
  )
}

/** Returns whole seconds since a time; undefined without one. */
function useLag(since: string | undefined): number | undefined {
  const now = useNow()
  return since === undefined ? undefined : Math.max(0, Math.floor((now - Date.parse(since)) / SECOND_MS))
}

/** A duration in its largest unit. */
function Span({ seconds }: { readonly seconds: number }) {
  const { t } = useTranslation('mirth')
  if (seconds < MINUTE_S) return t('facts.seconds', { count: seconds })
  if (seconds < HOUR_S) return t('facts.minutes', { count: Math.floor(seconds / MINUTE_S) })
  return t('facts.hours', { count: Math.floor(seconds / HOUR_S) })
}

function DeliveryState({ delivery, isLate }: { readonly delivery: MirthDelivery; readonly isLate: boolean }) {
  const { t } = useTranslation('mirth')
  const { paused, lastError } = delivery
  const look = paused
    ? ({ tone: 'off', word: t('state.paused'), Icon: CirclePause } as const)
    : lastError || isLate
      ? ({ tone: 'warn', word: t(lastError ? 'state.failing' : 'state.late'), Icon: CircleAlert } as const)
      : ({ tone: 'ok', word: t('state.delivering'), Icon: CircleCheck } as const)
  return (
    <StateMark
      icon={<look.Icon size={14} strokeWidth={2.1} aria-hidden />}
      word={look.word}
      tone={look.tone}
      form="mark"
    />
  )
}
