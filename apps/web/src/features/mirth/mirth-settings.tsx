import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { AddressForm } from './address-form.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { EndpointList } from './endpoint-list.tsx'
import styles from './mirth.module.css'
import { addressesQuery, deliveriesQuery } from './mirth-queries.ts'

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
