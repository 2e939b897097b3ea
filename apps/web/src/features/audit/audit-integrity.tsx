import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingRow, SettingsSection } from '../../ui/settings-page.tsx'
import { auditStateQuery } from '../audit-alarm/index.ts'
import styles from './audit.module.css'

const invalidates = [[KEYS.audit]]

/** Result and time of the last verification of the audit log's chain, and a button to verify it now. */
export function AuditIntegrity() {
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
