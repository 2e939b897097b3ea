import type { MirthTest } from '@wardtrack/contracts'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { TestResult } from '../../ui/test-result.tsx'
import styles from './mail.module.css'

/** Sends a mail by the saved server and shows the server's answer. */
export function MailTest() {
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
