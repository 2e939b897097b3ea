import { useQuery, useQueryClient } from '@tanstack/react-query'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useSettingsForm } from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { auditStateQuery } from '../audit-alarm/index.ts'
import styles from './audit.module.css'

interface AuditRetentionValues {
  readonly days: number | null
}

const PAIR = { Type: 'Retention', SubType: 'Audit' } as const
const FEWEST_DAYS = 365
const MAX_DAYS = 36_500

/** Retention of entries. */
export function AuditRetention() {
  const { t } = useTranslation('audit')
  const client = useQueryClient()
  const retention = useQuery({
    queryKey: [KEYS.audit, 'retention'],
    queryFn: async (): Promise<StoredState<AuditRetentionValues>> => {
      const [{ days }, { data }] = await Promise.all([
        client.fetchQuery({ ...auditStateQuery(), staleTime: 0 }),
        api.call('getSettings', { body: PAIR }),
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
  const state = useSettingsForm<AuditRetentionValues>({
    name: PAIR,
    stored,
    reread,
    labels: { days: t('retention.days') },
    check: ({ days }) => ({
      days: days !== null && Number.isInteger(days) ? undefined : translate('messages:auditDaysRule'),
    }),
    fieldOf: (path) => (path === 'Fields.days' ? 'days' : undefined),
    invalidates: [[KEYS.audit]],
  })
  return (
    <AppForm state={state} className={styles.retention} label={t('retention.title')}>
      <AppField name="days" label={t('retention.days')}>
        <InputNumber min={FEWEST_DAYS} max={MAX_DAYS} />
      </AppField>
      <SubmitButton>{t('retention.save')}</SubmitButton>
    </AppForm>
  )
}
