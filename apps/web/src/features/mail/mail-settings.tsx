import { useQuery } from '@tanstack/react-query'
import type { MirthTest } from '@wardtrack/contracts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { knownTimeZones } from '../../lib/time-zone.ts'
import {
  AppField,
  AppForm,
  type StoredState,
  SubmitButton,
  useAppForm,
  useSettingsForm,
} from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { TestResult } from '../../ui/test-result.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import styles from './mail.module.css'
import { HOSPITAL_PAIR, hospitalQuery, MAIL_PAIR, type MailValues, mailQuery } from './mail.query.ts'

const SECURITIES = ['starttls', 'tls', 'none'] as const
/** Standard port of each encryption. */
const PORTS: Readonly<Record<MailValues['Security'], string>> = { starttls: '587', tls: '465', none: '25' }

/** Form of the mail server, the sender, and the address for links in mails. */
function MailForm({ stored }: { readonly stored: StoredState<MailValues> }) {
  const { t } = useTranslation('mail')
  const [{ Security, Username }, setShown] = useState<MailValues>(stored.values)
  const state = useSettingsForm<MailValues>({
    name: MAIL_PAIR,
    stored,
    reread: () => queryClient.fetchQuery({ ...mailQuery(), staleTime: 0 }),
    labels: {
      Host: t('server.host'),
      Port: t('server.port'),
      Security: t('server.security'),
      Username: t('server.username'),
      Password: t('server.password'),
      PlainLoginReason: t('server.reason'),
      From: t('server.from'),
      ConsoleAddress: t('server.console'),
    },
    fieldOf: (path) => path.replace('Fields.', '') as keyof MailValues,
    toFields: (values) => ({ ...values, Port: Number(values.Port) }),
    success: ({ message }) => message,
    invalidates: [[KEYS.settings], [KEYS.rules]],
  })
  const follow = (values: MailValues): void => {
    if (values.Security !== Security && values.Port === PORTS[Security])
      state.form.setFieldsValue({ Port: PORTS[values.Security] })
    setShown(values)
  }
  return (
    <AppForm state={state} label={t('server.title')} onValues={follow}>
      <div className={styles.fields}>
        <AppField name="Host" label={t('server.host')} required>
          <Input maxLength={253} autoComplete="off" spellCheck={false} />
        </AppField>
        <AppField name="Security" label={t('server.security')} help={t('server.securityHelp')}>
          <Select options={SECURITIES.map((value) => ({ value, label: t(`security.${value}`) }))} />
        </AppField>
        <AppField name="Port" label={t('server.port')} required>
          <Input inputMode="numeric" maxLength={5} />
        </AppField>
        <AppField name="Username" label={t('server.username')} help={t('server.usernameHelp')}>
          <Input maxLength={500} autoComplete="off" spellCheck={false} />
        </AppField>
        <AppField name="Password" label={t('server.password')}>
          <Input type="password" maxLength={500} autoComplete="new-password" />
        </AppField>
        {Security === 'none' && Username !== '' ? (
          <AppField name="PlainLoginReason" label={t('server.reason')} help={t('server.reasonHelp')}>
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
          </AppField>
        ) : null}
        <AppField name="From" label={t('server.from')} required>
          <Input type="email" maxLength={254} />
        </AppField>
        <AppField name="ConsoleAddress" label={t('server.console')} help={t('server.consoleHelp')} required>
          <Input maxLength={500} spellCheck={false} />
        </AppField>
      </div>
      <SubmitButton>{t('server.save')}</SubmitButton>
    </AppForm>
  )
}

interface Hospital {
  readonly TimeZone: string
}

/** Form of the time zone for quiet hours. */
function TimeZoneForm({ stored }: { readonly stored: StoredState<Hospital> }) {
  const { t } = useTranslation('mail')
  const state = useSettingsForm<Hospital>({
    name: HOSPITAL_PAIR,
    stored,
    reread: () => queryClient.fetchQuery({ ...hospitalQuery(), staleTime: 0 }),
    labels: { TimeZone: t('zone.name') },
    fieldOf: (path) => path.replace('Fields.', '') as keyof Hospital,
    success: ({ message }) => message,
    invalidates: [[KEYS.settings], [KEYS.rules]],
  })
  return (
    <AppForm state={state} label={t('zone.title')}>
      <AppField name="TimeZone" label={t('zone.name')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={knownTimeZones(stored.values.TimeZone).map((name) => ({ value: name, label: name }))}
        />
      </AppField>
      <SubmitButton>{t('zone.save')}</SubmitButton>
    </AppForm>
  )
}

/** Sends a mail by the saved server and shows the server's answer. */
function MailTest() {
  const { t } = useTranslation('mail')
  const [tested, setTested] = useState<MirthTest>()
  const state = useAppForm<{ to: string }>({
    initial: { to: '' },
    onSubmit: async ({ to }) => {
      setTested(undefined)
      setTested((await api.call('testMail', { body: { to } })).data)
    },
  })
  return (
    <div className={styles.test}>
      <AppForm state={state} label={t('test.title')}>
        <AppField name="to" label={t('test.to')} required>
          <Input type="email" maxLength={254} autoComplete="email" />
        </AppField>
        <SubmitButton>{t('test.send')}</SubmitButton>
      </AppForm>
      {tested ? <TestResult test={tested} onClose={() => setTested(undefined)} /> : null}
    </div>
  )
}

/** Mail server with a test, time zone of quiet hours, and messages of rules. */
export function MailSettings() {
  const { t } = useTranslation('mail')
  const mail = useQuery(mailQuery())
  const hospital = useQuery(hospitalQuery())
  return (
    <SettingsPage>
      <SettingsSection title={t('server.title')} description={t('server.about')}>
        <QueryState query={mail} failed={t('server.failed')}>
          {(stored) => <MailForm stored={stored} />}
        </QueryState>
      </SettingsSection>
      <div className={styles.column}>
        <SettingsSection title={t('test.title')} description={t('test.about')}>
          <MailTest />
        </SettingsSection>
        <SettingsSection title={t('zone.title')} description={t('zone.about')}>
          <QueryState query={hospital} failed={t('zone.failed')}>
            {(stored) => <TimeZoneForm stored={stored} />}
          </QueryState>
        </SettingsSection>
      </div>
      <div className={styles.wide}>
        <SettingsSection title={t('deliveries.title')} description={t('deliveries.about')}>
          <DeliveryTable />
        </SettingsSection>
      </div>
    </SettingsPage>
  )
}
