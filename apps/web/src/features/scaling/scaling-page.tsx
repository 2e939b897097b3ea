import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { KafkaForm } from './kafka-form.tsx'
import { ProcessTable } from './process-table.tsx'
import { RedisForm } from './redis-form.tsx'
import styles from './scaling.module.css'
import { kafkaQuery, redisQuery, scalingStatusQuery } from './scaling.query.ts'
import { ScalingCharts } from './scaling-charts.tsx'
import { KafkaFacts, RedisFacts } from './scaling-facts.tsx'

/** Settings of Redis and Kafka, saved separately, with the current status of both. */
export function ScalingPage() {
  const { t } = useTranslation('scaling')
  const redis = useQuery(redisQuery())
  const kafka = useQuery(kafkaQuery())
  const status = useQuery(scalingStatusQuery())
  usePageRefresh(() => void status.refetch())
  return (
    <SettingsPage>
      <SettingsSection title={t('redis.title')} description={t('redis.about')}>
        <QueryState query={status} failed={t('failed')}>
          {(shown) => <RedisFacts status={shown} />}
        </QueryState>
        <QueryState query={redis} failed={t('redis.failed')}>
          {(stored) => <RedisForm stored={stored} />}
        </QueryState>
      </SettingsSection>
      <SettingsSection title={t('kafka.title')} description={t('kafka.about')}>
        <QueryState query={status} failed={t('failed')}>
          {(shown) => <KafkaFacts status={shown} />}
        </QueryState>
        <QueryState query={kafka} failed={t('kafka.failed')}>
          {(stored) => <KafkaForm stored={stored} />}
        </QueryState>
      </SettingsSection>
      <div className={styles.wide}>
        {status.data ? (
          <>
            <ScalingCharts minutes={status.data.minutes} />
            <Panel title={t('processes.title')}>
              <ProcessTable processes={status.data.processes} />
            </Panel>
          </>
        ) : null}
      </div>
    </SettingsPage>
  )
}
