import { useQuery } from '@tanstack/react-query'
import { DEFAULT_ONE_TIME_HOURS, MAX_ONE_TIME_HOURS } from '@wardtrack/contracts/administration'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
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
import { SettingsSection } from '../../ui/settings-page.tsx'
import styles from './people.module.css'

const PAIR = { Type: 'Security', SubType: 'OneTimePassword' } as const

interface Validity {
  /** as typed */
  readonly hours: string
}

const validityQuery = () =>
  settingsQuery(PAIR, ({ hours = DEFAULT_ONE_TIME_HOURS }): Validity => ({ hours: String(hours) }))

const isValidity = (hours: string): boolean =>
  /^\d{1,3}$/.test(hours.trim()) && Number(hours) >= 1 && Number(hours) <= MAX_ONE_TIME_HOURS

/** Setting for the validity of one-time passwords. */
export function OneTimePasswordSettings() {
  const { t } = useTranslation('people')
  const validity = useQuery(validityQuery())
  return (
    <SettingsSection title={t('oneTime.title')} description={t('oneTime.about')}>
      <QueryState query={validity} failed={t('oneTime.failed')}>
        {(stored) => <ValidityForm stored={stored} />}
      </QueryState>
    </SettingsSection>
  )
}

function ValidityForm({ stored }: { readonly stored: StoredState<Validity> }) {
  const { t } = useTranslation('people')
  const state = useSettingsForm<Validity>({
    name: PAIR,
    stored,
    reread: () => queryClient.fetchQuery({ ...validityQuery(), staleTime: 0 }),
    labels: { hours: t('oneTime.hours') },
    check: ({ hours }) => ({
      hours: isValidity(hours) ? undefined : translate('messages:oneTimeHoursRule'),
    }),
    fieldOf: (path) => (path === 'Fields.hours' ? 'hours' : undefined),
    toFields: ({ hours }) => ({ hours: Number(hours) }),
    invalidates: [[KEYS.settings]],
  })
  return (
    <AppForm state={state} label={t('oneTime.title')} className={styles.rule}>
      <AppField name="hours" label={t('oneTime.hours')}>
        <Input inputMode="numeric" maxLength={3} />
      </AppField>
      <SubmitButton>{t('oneTime.save')}</SubmitButton>
    </AppForm>
  )
}
