import { useQuery } from '@tanstack/react-query'
import type { MetaMapping, NotificationRule } from '@wardtrack/contracts'
import { RULE_OPERATORS, type RuleOperator, takesSeveralValues } from '@wardtrack/contracts/raise-value'
import { Alert, Button, Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { aliasesOf, typeName } from '../../lib/metadata.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { operatorText } from './condition-text.ts'
import styles from './rule-form.module.css'
import { DAYS, fieldOfPath, formValues, type RuleValues, saveRule } from './rule-values.ts'
import { recipientsQuery } from './rules.query.ts'
import { ValueInput } from './value-input.tsx'

const QUIET = ['never', 'one-message', 'nothing'] as const

/** Fields for mail, webhook and quiet hours of a rule. */
function SendingFields({ values }: { readonly values: RuleValues }) {
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

interface RecipientSelectProps {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (value: readonly string[]) => void
  readonly kind: 'privileges' | 'users'
}

const NOBODY: readonly string[] = []

/** Choice of several privileges or users, found by a part of their names. */
function RecipientSelect({ id, value = NOBODY, onChange, kind }: RecipientSelectProps) {
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery(recipientsQuery(search))
  const options =
    kind === 'privileges'
      ? (data?.privileges ?? []).map((name) => ({ value: name, label: name }))
      : (data?.users ?? []).map(({ username, displayName }) => ({
          value: username,
          label: displayName === '' || displayName === username ? username : `${displayName} (${username})`,
        }))
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      value={[...value]}
      onChange={(chosen: string[]) => onChange?.(chosen)}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      options={options}
    />
  )
}

interface RuleFormProps {
  readonly mapping: MetaMapping
  /** undefined for a new rule */
  readonly rule: NotificationRule | undefined
  readonly onSaved: (said: string) => void
}

const PRIORITIES = ['Low', 'Medium', 'High'] as const
const MAX_PAUSE = 10_080

/** Condition, recipients and frequency of a rule. */
export function RuleForm({ mapping, rule, onSaved }: RuleFormProps) {
  const { t } = useTranslation('notification-rules')
  const initial = formValues(rule)
  const [shown, setShown] = useState<RuleValues>(initial)
  const { assetType, field, operator } = shown
  const state = useAppForm<RuleValues>({
    initial,
    check: checkValues,
    fieldOf: fieldOfPath,
    onSubmit: async (values) => onSaved(await saveRule(values, rule)),
  })
  const reset = (values: Partial<RuleValues>): void => state.form.setFieldsValue(values)
  const follow = (values: RuleValues): void => {
    // Choices for another type, field or operator no longer apply.
    if (values.assetType !== assetType) reset({ field: undefined, value: [] })
    else if (values.field !== field) reset({ value: [] })
    else if (values.operator !== operator && values.value.length > 1) reset({ value: [] })
    setShown({ ...values, ...(values.assetType === assetType ? {} : { field: undefined }) })
  }
  const aliases = aliasesOf(mapping, assetType ?? '')
  const entries = (assetType && mapping[assetType]) || {}
  return (
    <AppForm state={state} label={rule ? t('edit') : t('add')} className={styles.form} onValues={follow}>
      <AppField name="name" label={t('form.name')} required>
        <Input autoFocus={!rule} maxLength={100} autoComplete="off" />
      </AppField>
      <AppField name="assetType" label={t('form.assetType')} required>
        <Select
          options={Object.keys(mapping)
            .filter((type) => !type.startsWith('_'))
            .map((type) => ({ value: type, label: typeName(mapping, type) }))}
        />
      </AppField>
      <AppField name="field" label={t('form.field')} required>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          disabled={assetType === undefined}
          options={Object.keys(entries).map((name) => ({ value: name, label: aliases.field(name) }))}
        />
      </AppField>
      <AppField name="operator" label={t('form.operator')} required>
        <Select
          options={RULE_OPERATORS.map((name: RuleOperator) => ({ value: name, label: operatorText(name) }))}
        />
      </AppField>
      <AppField name="value" label={t('form.value')} required>
        <ValueInput
          entry={field === undefined ? undefined : entries[field]}
          several={takesSeveralValues(operator)}
        />
      </AppField>
      <AppField name="priority" label={t('form.priority')} required>
        <Select options={PRIORITIES.map((name) => ({ value: name, label: t(`priority.${name}`) }))} />
      </AppField>
      <AppField name="privileges" label={t('form.privileges')} help={t('form.notifiedHelp')}>
        <RecipientSelect kind="privileges" />
      </AppField>
      <AppField name="users" label={t('form.users')}>
        <RecipientSelect kind="users" />
      </AppField>
      <AppField name="minutesBetween" label={t('form.minutesBetween')} help={t('form.minutesBetweenHelp')}>
        <InputNumber min={0} max={MAX_PAUSE} precision={0} />
      </AppField>
      <SendingFields values={shown} />
      <div className={styles.actions}>
        <SubmitButton>{t('form.save')}</SubmitButton>
        <Button href="#/ls-notify-rules">{t('form.cancel')}</Button>
      </div>
    </AppForm>
  )
}

const SHORTEST_NAME = 3

/** Returns the specification's messages, including 'Profile Name is required' for a missing type. */
function checkValues(values: RuleValues) {
  const { name, assetType, field, operator, value, priority } = values
  const missing = (isMissing: boolean, message: string): string | undefined =>
    isMissing ? message : undefined
  return {
    name: missing(name.trim().length < SHORTEST_NAME, translate('messages:ruleNameRequired')),
    assetType: missing(assetType === undefined, translate('messages:ruleNameRequired')),
    field: missing(field === undefined, translate('messages:metadataNameRequired')),
    operator: missing(operator === undefined, translate('messages:valueOperatorRequired')),
    value: missing(
      value.every((text) => text.trim() === ''),
      translate('messages:metadataValueRequired'),
    ),
    priority: missing(priority === undefined, translate('messages:rulePriorityRequired')),
    ...checkSending(values),
  }
}

function checkSending({ mail, privileges, users, quiet, quietFrom, quietTo, quietDays }: RuleValues) {
  const isQuiet = quiet !== 'never'
  const isEndless = quietFrom === '' || quietTo === '' || quietFrom === quietTo
  const rule = translate('messages:quietHoursRule')
  return {
    mail:
      mail && privileges.length + users.length === 0 ? translate('messages:mailNeedsRecipients') : undefined,
    quietTo: isQuiet && isEndless ? rule : undefined,
    quietDays: isQuiet && quietDays.length === 0 ? rule : undefined,
  }
}
