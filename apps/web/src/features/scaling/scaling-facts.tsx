import type { ScalingStatus } from '@wardtrack/contracts'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/i18n/formats.ts'
import { Fact } from '../../ui/panel.tsx'
import styles from './scaling.module.css'
import { ScalingState } from './scaling-state.tsx'

type Part = 'redis' | 'kafka'

interface UseFactsProps {
  readonly part: Part
  readonly status: ScalingStatus
  /** Reason why it is switched on but not used. */
  readonly obstacle: { readonly notConfigured: string; readonly unavailable: string }
  readonly children: ReactNode
}

/** Status of Redis or Kafka: its use, the reason if it is not used, and its traffic. */
function UseFacts({ part, status, obstacle, children }: UseFactsProps) {
  const { t } = useTranslation('scaling')
  const { state, configured, threshold } = status[part]
  return (
    <>
      {!configured ? (
        <Alert
          className={styles.note ?? ''}
          type={state === 'off' ? 'info' : 'warning'}
          showIcon
          title={obstacle.notConfigured}
        />
      ) : state === 'unavailable' ? (
        <Alert className={styles.note ?? ''} type="warning" showIcon title={obstacle.unavailable} />
      ) : null}
      <dl className={styles.facts}>
        <Fact label={t('facts.state')}>
          <ScalingState state={state} />
        </Fact>
        <Fact label={t('facts.devices')}>
          {state === 'off'
            ? formatNumber(status.devices)
            : t('facts.devicesOf', {
                devices: formatNumber(status.devices),
                threshold: formatNumber(threshold),
              })}
        </Fact>
        {children}
      </dl>
    </>
  )
}

/** Status of reads through Redis. */
export function RedisFacts({ status }: { readonly status: ScalingStatus }) {
  const { t } = useTranslation('scaling')
  const { hits, misses, unanswered } = status.redis
  const reads = hits + misses + unanswered
  return (
    <UseFacts
      part="redis"
      status={status}
      obstacle={{ notConfigured: t('redis.notConfigured'), unavailable: t('redis.unavailable') }}
    >
      <Fact label={t('redis.hitRate')}>
        {reads === 0
          ? t('redis.noReads')
          : t('redis.hitsOf', { part: formatPercent(hits / reads), reads: formatNumber(reads) })}
      </Fact>
    </UseFacts>
  )
}

/** Status of pushed items through Kafka. */
export function KafkaFacts({ status }: { readonly status: ScalingStatus }) {
  const { t } = useTranslation('scaling')
  const { sent, applied, lag } = status.kafka
  return (
    <UseFacts
      part="kafka"
      status={status}
      obstacle={{ notConfigured: t('kafka.notConfigured'), unavailable: t('kafka.unavailable') }}
    >
      <Fact label={t('kafka.sent')}>{formatNumber(sent)}</Fact>
      <Fact label={t('kafka.applied')}>{formatNumber(applied)}</Fact>
      <Fact label={t('kafka.lag')}>{t('kafka.items', { count: lag })}</Fact>
    </UseFacts>
  )
}
