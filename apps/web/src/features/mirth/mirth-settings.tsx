import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MirthDelivery, MirthField } from '@wardtrack/contracts'
import { messages } from '@wardtrack/contracts/messages'
import { Alert, App, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import {
  AppField,
  AppForm,
  isConflict,
  type StoredState,
  SubmitButton,
  settingsQuery,
  useSettingsForm,
} from '../../ui/form/index.ts'
import { JobProgress } from '../../ui/job-progress.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { DeliveryActions } from './delivery-actions.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import styles from './mirth.module.css'

/** Fields of the Mirth settings in the order of the page. */
const FIELDS = [
  'Asset',
  'AssetLocation',
  'AssetAssociation',
  'LocationHierarchy',
  'GeofenceAlert',
  'DeviceStatus',
] as const satisfies readonly MirthField[]

/** Form values of the addresses; an empty address gets no deliveries. */
type MirthAddresses = Record<MirthField, string> & { PlainHttpReason: string }

/** Name of the settings pair in calls. */
const PAIR = { Type: 'Mirth', SubType: 'Mirth' } as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Query for the saved addresses. */
const addressesQuery = () =>
  settingsQuery(
    PAIR,
    (fields) =>
      Object.fromEntries(
        [...FIELDS, 'PlainHttpReason'].map((name) => [name, text(fields[name])]),
      ) as MirthAddresses,
  )

/** Polling interval of the deliveries while the page is open, in milliseconds. */
const REFRESH_MS = 3_000

/** Query for the status of deliveries, kept fresh while the page is open. */
const deliveriesQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'mirth-deliveries'],
    queryFn: ({ signal }) => api.call('mirthDeliveries', { signal }),
    refetchInterval: REFRESH_MS,
  })

/** Query for the running or newest redelivery. */
const redeliveriesQuery = () =>
  queryOptions({
    queryKey: [KEYS.jobs, 'mirth'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call('listJobs', { query: {}, signal })
      return data.filter(({ kind }) => kind.startsWith('mirth.'))
    },
    refetchInterval: REFRESH_MS,
  })

type Errors = { [field in keyof MirthAddresses]?: string | undefined }

/** Returns the errors of the specification: at least one address is required, and each needs three characters. */
function check(values: MirthAddresses): Errors {
  const isEmpty = FIELDS.every((field) => values[field].trim() === '')
  const errorOf = (value: string): string | undefined => {
    if (isEmpty) return translate('messages:fieldRequired')
    const { length } = value.trim()
    return length > 0 && length < 3 ? translate('messages:addressNeeded') : undefined
  }
  return Object.fromEntries(FIELDS.map((field) => [field, errorOf(values[field])]))
}

/** Returns the server's message if the errors are at fields; undefined for any other failure. */
const failureText = (cause: Error): string | undefined => {
  if (isConflict(cause)) return undefined
  return cause instanceof CallError && (cause.status === 400 || cause.status === 403)
    ? cause.message
    : translate('messages:settingsFailed')
}

/** Form with the six addresses. */
function AddressForm({ saved }: { readonly saved: StoredState<MirthAddresses> }) {
  const { t } = useTranslation('mirth')
  const client = useQueryClient()
  const { message } = App.useApp()
  const labels = Object.fromEntries(FIELDS.map((field) => [field, t(`field.${field}`)]))
  const state = useSettingsForm<MirthAddresses>({
    name: PAIR,
    stored: saved,
    reread: () => client.fetchQuery({ ...addressesQuery(), staleTime: 0 }),
    labels: { ...labels, PlainHttpReason: t('addresses.reason') },
    check,
    fieldOf: (path) => path.replace('Fields.', '') as keyof MirthAddresses,
    onInvalid: () => void message.error(translate('messages:fillCorrectly')),
    success: (answer) =>
      answer.message.includes(messages.settingUpdated) ? translate('messages:settingsSaved') : undefined,
    failure: failureText,
    invalidates: [[KEYS.settings]],
    onSuccess: (answer) => {
      if (!answer.message.includes(messages.settingUpdated))
        void message.error(translate('messages:settingsFailed'))
    },
  })
  return (
    <AppForm state={state} label={t('addresses.title')}>
      <div className={styles.fields}>
        {FIELDS.map((field) => (
          <AppField key={field} name={field} label={t(`field.${field}`)}>
            <Input placeholder={t('addresses.placeholder')} autoComplete="off" spellCheck={false} />
          </AppField>
        ))}
      </div>
      <AppField name="PlainHttpReason" label={t('addresses.reason')} help={t('addresses.reasonHelp')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
      </AppField>
      <SubmitButton>{t('addresses.save')}</SubmitButton>
    </AppForm>
  )
}

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
