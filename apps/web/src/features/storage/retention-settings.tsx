import { useQuery } from '@tanstack/react-query'
import type { RetentionDays, RetentionPreview, StorageUsage } from '@wardtrack/contracts'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { useDecision } from '../../lib/use-confirm.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useSettingsForm } from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import styles from './storage.module.css'

const PAIR = { Type: 'Retention', SubType: 'Retention' } as const
const MEMBERS = ['historyDays', 'alertDays', 'deadLetterDays', 'logDays'] as const
const MAX_DAYS = 3_650

type RetentionValues = { readonly [member in (typeof MEMBERS)[number]]: number | null }

interface RetentionSettingsProps {
  readonly usage: StorageUsage
  /** Reads the current settings. */
  readonly reread: () => Promise<StorageUsage>
}

/** Retention of each kind of data. */
export function RetentionSettings({ usage, reread }: RetentionSettingsProps) {
  const { t } = useTranslation('storage')
  const setting = useQuery({
    queryKey: [KEYS.settings, 'retention'],
    queryFn: async ({ signal }) => (await api.call('getSettings', { body: PAIR, signal })).data.revision,
  })
  const stateOf = ({ retention }: StorageUsage, revision: string): StoredState<RetentionValues> => ({
    values: retention,
    revision,
  })
  return (
    <SettingsSection title={t('retention.title')} description={t('retention.about')}>
      <QueryState query={setting} failed={t('failed')}>
        {(revision) => (
          <RetentionForm
            stored={stateOf(usage, revision)}
            reread={async () => {
              const [found, now] = [await setting.refetch({ throwOnError: true }), await reread()]
              return stateOf(now, found.data ?? revision)
            }}
          />
        )}
      </QueryState>
      <p className={styles.auditNote}>
        {t('retention.audit', { count: usage.auditDays })}{' '}
        <a href="#/admin-config/audit">{t('retention.auditLink')}</a>
      </p>
    </SettingsSection>
  )
}

interface RetentionFormProps {
  readonly stored: StoredState<RetentionValues>
  readonly reread: () => Promise<StoredState<RetentionValues>>
}

function RetentionForm({ stored, reread }: RetentionFormProps) {
  const { t } = useTranslation('storage')
  const askLoss = useLossQuestion()
  const state = useSettingsForm<RetentionValues>({
    name: PAIR,
    stored,
    reread,
    labels: Object.fromEntries(MEMBERS.map((member) => [member, t(`retention.${member}`)])),
    check: (values) =>
      Object.fromEntries(
        MEMBERS.map((member) => [
          member,
          isDays(values[member]) ? undefined : translate('messages:retentionDaysRule'),
        ]),
      ),
    fieldOf: (path) => MEMBERS.find((member) => path === member || path === `Fields.${member}`),
    mayBeSaved: async (values) => areDays(values) && (await askLoss(values)),
    invalidates: [[KEYS.settings]],
  })
  return (
    <AppForm state={state} label={t('retention.title')} className={styles.form}>
      {MEMBERS.map((member) => (
        <AppField key={member} name={member} label={t(`retention.${member}`)}>
          <InputNumber min={1} max={MAX_DAYS} suffix={t('retention.unit')} />
        </AppField>
      ))}
      <SubmitButton>{t('retention.save')}</SubmitButton>
    </AppForm>
  )
}

const isDays = (days: number | null): boolean =>
  days !== null && Number.isInteger(days) && days >= 1 && days <= MAX_DAYS

const areDays = (values: RetentionValues): values is RetentionDays =>
  MEMBERS.every((member) => isDays(values[member]))

/** Asks for confirmation with the data that a retention would delete; answers immediately if it deletes nothing. */
function useLossQuestion(): (days: RetentionDays) => Promise<boolean> {
  const { t } = useTranslation('storage')
  const decide = useDecision()
  return async (days) => {
    const preview = (await api.call('previewRetention', { body: days })).data
    const lost = (Object.entries(preview) as [keyof RetentionPreview, number][]).filter(
      ([, count]) => count > 0,
    )
    if (lost.length === 0) return true
    const total = lost.reduce((sum, [, count]) => sum + count, 0)
    return decide({
      title: t('loss.title', { count: total, number: formatNumber(total) }),
      content: (
        <ul className={styles.losses}>
          {lost.map(([kind, count]) => (
            <li key={kind}>
              {t(`kinds.${kind}`)}: {formatNumber(count)}
            </li>
          ))}
        </ul>
      ),
      verb: t('loss.verb'),
    })
  }
}
