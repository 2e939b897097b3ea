import { useQuery } from '@tanstack/react-query'
import type { SecondFactorRule } from '@wardtrack/contracts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import {
  AppField,
  AppForm,
  type StoredState,
  SubmitButton,
  settingsQuery,
  useSettingsForm,
} from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { OneTimePasswordSettings } from './one-time-password-settings.tsx'
import styles from './people.module.css'
import { privilegeNamesQuery } from './people.query.ts'

const PAIR = { Type: 'Security', SubType: 'SecondFactor' } as const

interface Rule {
  readonly requiredOf: SecondFactorRule
  readonly privileges: string[]
}

const ruleQuery = () =>
  settingsQuery(
    PAIR,
    (fields): Rule => ({
      requiredOf: 'nobody',
      privileges: [],
      ...(fields as Partial<Rule>),
    }),
  )

const RULE_NAMES = {
  nobody: 'rule.nobody',
  privileges: 'rule.holders',
  everybody: 'rule.everybody',
} as const satisfies Record<SecondFactorRule, string>

/** Setting for the users who must use an authenticator app at sign-in. */
export function SecondFactorSettings() {
  const { t } = useTranslation('people')
  const rule = useQuery(ruleQuery())
  return (
    <SettingsPage>
      <SettingsSection title={t('rule.title')} description={t('rule.about')}>
        <QueryState query={rule} failed={t('rule.failed')}>
          {(saved) => <RuleForm saved={saved} />}
        </QueryState>
      </SettingsSection>
      <OneTimePasswordSettings />
    </SettingsPage>
  )
}

function RuleForm({ saved }: { readonly saved: StoredState<Rule> }) {
  const { t } = useTranslation('people')
  const [requiredOf, setRequiredOf] = useState(saved.values.requiredOf)
  const state = useSettingsForm<Rule>({
    name: PAIR,
    stored: saved,
    reread: () => queryClient.fetchQuery({ ...ruleQuery(), staleTime: 0 }),
    labels: { requiredOf: t('rule.requiredOf'), privileges: t('privileges') },
    show: (_field, value) =>
      Array.isArray(value) ? value.join(', ') : t(RULE_NAMES[value as Rule['requiredOf']]),
    check: ({ requiredOf: chosen, privileges }) => ({
      privileges:
        chosen === 'privileges' && privileges.length === 0 ? t('rule.privilegesMissing') : undefined,
    }),
    fieldOf: (path) => path.split('.')[1] as keyof Rule,
    success: ({ message }) => message,
    invalidates: [[KEYS.settings], [KEYS.users]],
  })
  return (
    <AppForm
      state={state}
      label={t('rule.title')}
      className={styles.rule}
      onValues={(values) => setRequiredOf(values.requiredOf)}
    >
      <AppField name="requiredOf" label={t('rule.requiredOf')} group>
        <RadioGroup
          options={Object.entries(RULE_NAMES).map(([value, name]) => ({ value, label: t(name) }))}
        />
      </AppField>
      {requiredOf === 'privileges' ? <PrivilegesField /> : null}
      {requiredOf === 'nobody' ? null : <p className={styles.hint}>{t('rule.yourself')}</p>}
      <SubmitButton>{t('rule.save')}</SubmitButton>
    </AppForm>
  )
}

function PrivilegesField() {
  const { t } = useTranslation('people')
  const names = useQuery(privilegeNamesQuery())
  return (
    <AppField name="privileges" label={t('privileges')} required>
      <Select
        mode="multiple"
        loading={names.isPending}
        options={(names.data ?? []).map((name) => ({ value: name, label: name }))}
        notFoundContent={names.isError ? t('privilegesFailed') : t('noPrivileges')}
      />
    </AppField>
  )
}
