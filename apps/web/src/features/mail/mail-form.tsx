import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useSettingsForm } from '../../ui/form/index.ts'
import styles from './mail.module.css'
import { MAIL_PAIR, type MailValues, mailQuery } from './mail.query.ts'

const SECURITIES = ['starttls', 'tls', 'none'] as const
/** Standard port of each encryption. */
const PORTS: Readonly<Record<MailValues['Security'], string>> = { starttls: '587', tls: '465', none: '25' }

/** Form of the mail server, the sender, and the address for links in mails. */
export function MailForm({ stored }: { readonly stored: StoredState<MailValues> }) {
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
