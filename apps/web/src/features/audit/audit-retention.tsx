import { useQuery, useQueryClient } from '@tanstack/react-query'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { auditStateQuery } from '../audit-alarm/index.ts'
import styles from './audit.module.css'

interface AuditRetentionValues {
  readonly days: number | null
}

const pair = { Type: 'Retention', SubType: 'Audit' } as const
const FEWEST_DAYS = 365
const MOST_DAYS = 36_500

/** How long entries are kept. */
export function AuditRetention() {
  const { t } = useTranslation('audit')
  const client = useQueryClient()
  const retention = useQuery({
    queryKey: [KEYS.audit, 'retention'],
    queryFn: async (): Promise<StoredState<AuditRetentionValues>> => {
      const [{ days }, { data }] = await Promise.all([
        client.fetchQuery({ ...auditStateQuery(), staleTime: 0 }),
        api.call('getSettings', { body: pair }),
      ])
      return { values: { days }, revision: data.revision }
    },
  })
  return (
    <SettingsSection title={t('retention.title')} description={t('retention.about')}>
      <QueryState query={retention} failed={t('chain.failed')}>
        {(stored) => (
          <RetentionForm
            stored={stored}
            reread={async () => (await retention.refetch({ throwOnError: true })).data ?? stored}
          />
        )}
      </QueryState>
    </SettingsSection>
  )
}

interface RetentionFormProps {
  readonly stored: StoredState<AuditRetentionValues>
  readonly reread: () => Promise<StoredState<AuditRetentionValues>>
}

function RetentionForm({ stored, reread }: RetentionFormProps) {
  const { t } = useTranslation('audit')
  const saving = useApiMutation({
    call: ({ days, revision }: AuditRetentionValues & { revision: string | undefined }) =>
      api.call('createSettings', { body: { ...pair, Fields: { days }, revision } }),
    success: () => translate('messages:settingSaved'),
    failure: () => undefined,
    invalidates: [[KEYS.audit]],
  })
  const state = useAppForm<AuditRetentionValues>({
    initial: stored.values,
    shared: { revision: stored.revision, reread, labels: { days: t('retention.days') } },
    check: ({ days }) => ({
      days: days !== null && Number.isInteger(days) ? undefined : translate('messages:auditDaysRule'),
    }),
    fieldOf: (path) => (path === 'Fields.days' ? 'days' : undefined),
    onSubmit: async ({ days }, revision) => (await saving.mutateAsync({ days, revision })).data,
  })
  return (
    <AppForm state={state} className={styles.retention} label={t('retention.title')}>
      <AppField name="days" label={t('retention.days')}>
        <InputNumber min={FEWEST_DAYS} max={MOST_DAYS} />
      </AppField>
      <SubmitButton>{t('retention.save')}</SubmitButton>
    </AppForm>
  )
}
