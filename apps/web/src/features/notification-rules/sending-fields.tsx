import { useQuery } from '@tanstack/react-query'
import { Alert, Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { AppField } from '../../ui/form/index.ts'
import styles from './rule-form.module.css'
import { DAYS, type RuleValues } from './rule-values.ts'
import { recipientsQuery } from './rules.query.ts'

const QUIET = ['never', 'one-message', 'nothing'] as const

/** Fields for mail, webhook and quiet hours of a rule. */
export function SendingFields({ values }: { readonly values: RuleValues }) {
  const { t } = useTranslation('notification-rules')
  const { data: reach } = useQuery(recipientsQuery(''))
  const { mail, webhook, assetType, quiet, priority } = values
  return (
    <>
      <AppField name="mail" label={t('form.mail')} help={t('form.mailHelp')}>
        <Switch />
      </AppField>
      {mail && reach?.mailReady === false ? (
        <Alert className={styles.hint ?? ''} type="warning" showIcon title={t('form.mailNotReady')} />
      ) : null}
      <AppField name="webhook" label={t('form.webhook')} help={t('form.webhookHelp')}>
        <Input maxLength={500} autoComplete="off" spellCheck={false} />
      </AppField>
      {webhook.trim() !== '' && assetType === 'Patient' ? (
        <AppField name="webhookReason" label={t('form.webhookReason')} help={t('form.webhookReasonHelp')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </AppField>
      ) : null}
      <AppField
        name="quiet"
        label={t('form.quiet')}
        help={t('form.quietHelp', { zone: reach?.timeZone ?? '…' })}
      >
        <Select options={QUIET.map((value) => ({ value, label: t(`quiet.${value}`) }))} />
      </AppField>
      {quiet === 'never' ? null : (
        <>
          {priority === 'High' ? (
            <Alert className={styles.hint ?? ''} type="warning" showIcon title={t('form.quietUrgent')} />
          ) : null}
          <div className={styles.times}>
            <AppField name="quietFrom" label={t('form.quietFrom')}>
              <Input type="time" />
            </AppField>
            <AppField name="quietTo" label={t('form.quietTo')}>
              <Input type="time" />
            </AppField>
          </div>
          <AppField name="quietDays" label={t('form.quietDays')}>
            <Select mode="multiple" options={DAYS.map((day) => ({ value: day, label: t(`day.${day}`) }))} />
          </AppField>
        </>
      )}
    </>
  )
}
