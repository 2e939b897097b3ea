import { queryOptions, useQuery } from '@tanstack/react-query'
import { DEFAULT_ONE_TIME_HOURS, MAX_ONE_TIME_HOURS } from '@wardtrack/contracts'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import styles from './people.module.css'

const PAIR = { Type: 'Security', SubType: 'OneTimePassword' } as const

interface Validity {
  readonly hours: number | null
}

const validityQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, PAIR.Type, PAIR.SubType],
    queryFn: async ({ signal }): Promise<StoredState<Validity>> => {
      const { data } = await api.call('getSettings', { body: PAIR, signal })
      const { hours = DEFAULT_ONE_TIME_HOURS } = data.Fields as { hours?: number }
      return { values: { hours }, revision: data.revision }
    },
  })

/** How long one-time passwords are good. */
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
  const saving = useApiMutation({
    call: ({ hours, revision }: Validity & { revision: string | undefined }) =>
      api.call('createSettings', { body: { ...PAIR, Fields: { hours }, revision } }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.settings]],
  })
  const state = useAppForm<Validity>({
    initial: stored.values,
    shared: {
      revision: stored.revision,
      reread: () => queryClient.fetchQuery({ ...validityQuery(), staleTime: 0 }),
      labels: { hours: t('oneTime.hours') },
    },
    check: ({ hours }) => ({
      hours: hours !== null && Number.isInteger(hours) ? undefined : translate('messages:oneTimeHoursRule'),
    }),
    fieldOf: (path) => (path === 'Fields.hours' ? 'hours' : undefined),
    onSubmit: async ({ hours }, revision) => (await saving.mutateAsync({ hours, revision })).data,
  })
  return (
    <AppForm state={state} label={t('oneTime.title')} className={styles.rule}>
      <AppField name="hours" label={t('oneTime.hours')}>
        <InputNumber min={1} max={MAX_ONE_TIME_HOURS} />
      </AppField>
      <SubmitButton>{t('oneTime.save')}</SubmitButton>
    </AppForm>
  )
}
