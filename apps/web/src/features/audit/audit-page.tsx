import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, InputNumber } from 'antd'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useSettingsForm } from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingRow, SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { auditStateQuery } from '../audit-alarm/index.ts'
import styles from './audit.module.css'
import { AuditList } from './audit-list.tsx'

const invalidates = [[KEYS.audit]]

/** Result and time of the last verification of the audit log's chain, and a button to verify it now. */
function AuditIntegrity() {
  const { t } = useTranslation('audit')
  const offline = useOfflineReason()
  const state = useQuery(auditStateQuery())
  const verifying = useApiMutation({ call: () => api.call('verifyAuditLog'), invalidates })
  const acknowledging = useApiMutation({
    call: () => api.call('acknowledgeAuditAlarm'),
    success: ({ message }) => message,
    invalidates,
  })
  const offlineProps = { disabled: offline !== undefined, title: offline }
  return (
    <SettingsSection
      title={t('chain.title')}
      description={t('chain.about')}
      footer={
        <Button
          {...offlineProps}
          icon={<ShieldCheck size={16} aria-hidden />}
          loading={verifying.isPending}
          onClick={() => verifying.mutate()}
        >
          {t('chain.verify')}
        </Button>
      }
    >
      <QueryState query={state} failed={t('chain.failed')}>
        {({ verification, alarm }) => (
          <>
            <div className={styles.result}>
              <ChainResult
                broken={alarm ?? verification?.broken ?? null}
                isVerified={verification !== null}
              />
            </div>
            {alarm ? (
              <SettingRow label={dateTime(alarm.at)}>
                <Button
                  {...offlineProps}
                  danger
                  loading={acknowledging.isPending}
                  onClick={() => acknowledging.mutate()}
                >
                  {t('chain.acknowledge')}
                </Button>
              </SettingRow>
            ) : null}
            <SettingRow label={t('chain.last')}>{dateTime(verification?.at)}</SettingRow>
            <SettingRow label={t('chain.entries')}>
              {verification ? formatNumber(verification.entries) : MISSING}
            </SettingRow>
            {verification && verification.unkeyed > 0 ? (
              <SettingRow label={t('chain.unkeyed')}>{formatNumber(verification.unkeyed)}</SettingRow>
            ) : null}
            <SettingRow label={t('chain.head')}>
              {verification?.head ? formatNumber(verification.head.number) : MISSING}
            </SettingRow>
          </>
        )}
      </QueryState>
    </SettingsSection>
  )
}

interface ChainResultProps {
  readonly broken: { readonly number: number; readonly fault: Fault } | null
  readonly isVerified: boolean
}
type Fault = 'missing' | 'unlinked' | 'changed' | 'unkeyed' | 'unknown_key' | 'truncated'

function ChainResult({ broken, isVerified }: ChainResultProps) {
  const { t } = useTranslation('audit')
  if (broken) {
    const fault = t(`fault.${broken.fault}`)
    return <Alert type="error" showIcon title={t('chain.broken', { number: broken.number, fault })} />
  }
  if (!isVerified) return <Alert type="info" showIcon title={t('chain.never')} />
  return <Alert type="success" showIcon title={t('chain.intact')} />
}

interface AuditRetentionValues {
  readonly days: number | null
}

const PAIR = { Type: 'Retention', SubType: 'Audit' } as const
const FEWEST_DAYS = 365
const MAX_DAYS = 36_500

/** Retention of entries. */
function AuditRetention() {
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

/** Audit log: its integrity, its retention, and its entries. */
export function AuditPage() {
  return (
    <>
      <div className={styles.cards}>
        <SettingsPage>
          <AuditIntegrity />
          <AuditRetention />
        </SettingsPage>
      </div>
      <AuditList />
    </>
  )
}

export { AuditPage as Page }
