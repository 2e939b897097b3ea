import { useQuery } from '@tanstack/react-query'
import type { MirthDelivery } from '@wardtrack/contracts'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../ui/copy-text.tsx'
import { JobProgress } from '../../ui/job-progress.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { AddressForm } from './address-form.tsx'
import { DeliveryActions } from './delivery-actions.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import styles from './mirth.module.css'
import { addressesQuery, deliveriesQuery, FIELDS, redeliveriesQuery } from './mirth-queries.ts'

interface DeliveryListProps {
  readonly deliveries: readonly MirthDelivery[]
  readonly limits: { readonly things: number; readonly days: number }
}

/** Status of the deliveries to each configured address. */
function DeliveryList({ deliveries, limits }: DeliveryListProps) {
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

/** Addresses to which integrations push, with copy buttons. */
function EndpointList({ endpoints }: { readonly endpoints: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('mirth')
  return (
    <ul className={styles.endpoints}>
      {FIELDS.flatMap((field) => {
        const address = endpoints[field]
        if (address === undefined) return []
        return (
          <li key={field}>
            <span>{t(`field.${field}`)}</span>
            <CopyText label={t('endpoints.address', { name: t(`field.${field}`) })} text={address} />
          </li>
        )
      })}
    </ul>
  )
}

/** Delivery addresses with their status, and the addresses for pushing. */
export function MirthSettings() {
  const { t } = useTranslation('mirth')
  const addresses = useQuery(addressesQuery())
  const deliveries = useQuery(deliveriesQuery())
  return (
    <div className={styles.page}>
      <SettingsSection title={t('addresses.title')} description={t('addresses.description')}>
        <QueryState query={addresses} failed={t('addresses.failed')}>
          {(saved) => <AddressForm saved={saved} />}
        </QueryState>
      </SettingsSection>
      <SettingsSection title={t('deliveries.title')} description={t('deliveries.description')}>
        <QueryState query={deliveries} failed={t('deliveries.failed')}>
          {({ data, limits }) => <DeliveryList deliveries={data} limits={limits} />}
        </QueryState>
      </SettingsSection>
      <SettingsSection title={t('endpoints.title')} description={t('endpoints.description')}>
        <QueryState query={deliveries} failed={t('endpoints.failed')}>
          {({ endpoints }) => <EndpointList endpoints={endpoints} />}
        </QueryState>
      </SettingsSection>
    </div>
  )
}

export { MirthSettings as Page }
