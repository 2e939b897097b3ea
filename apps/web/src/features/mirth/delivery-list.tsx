import { useQuery } from '@tanstack/react-query'
import type { MirthDelivery } from '@wardtrack/contracts'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JobProgress } from '../../ui/job-progress.tsx'
import { DeliveryActions } from './delivery-actions.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import styles from './mirth.module.css'
import { redeliveriesQuery } from './mirth-queries.ts'

interface DeliveryListProps {
  readonly deliveries: readonly MirthDelivery[]
  readonly limits: { readonly things: number; readonly days: number }
}

/** Status of the deliveries to each configured address. */
export function DeliveryList({ deliveries, limits }: DeliveryListProps) {
  const { t } = useTranslation('mirth')
  const [started, setStarted] = useState<string>()
  const redeliveries = useQuery(redeliveriesQuery())
  const shown = (redeliveries.data ?? []).filter(({ id, state }) => state === 'running' || id === started)
  const set = deliveries.filter(({ hasAddress }) => hasAddress)
  if (set.length === 0) return <p>{t('deliveries.none')}</p>
  return (
    <>
      {shown.map(({ id }) => (
        <JobProgress key={id} id={id} title={t('redelivery.running')} />
      ))}
      <ul className={styles.deliveries}>
        {set.map((delivery) => {
          const name = t(`field.${delivery.field}`)
          return (
            <li key={delivery.field} aria-label={name}>
              <h3>{name}</h3>
              {(delivery.dropped ?? 0) > 0 || delivery.isFull ? (
                <Alert
                  type={delivery.isFull ? 'error' : 'warning'}
                  showIcon
                  title={t(delivery.isFull ? 'deliveries.full' : 'deliveries.dropped', {
                    count: delivery.dropped ?? 0,
                    things: limits.things,
                    days: limits.days,
                  })}
                />
              ) : null}
              <DeliveryFacts delivery={delivery} />
              <DeliveryActions delivery={delivery} onRedelivery={setStarted} />
            </li>
          )
        })}
      </ul>
    </>
  )
}
