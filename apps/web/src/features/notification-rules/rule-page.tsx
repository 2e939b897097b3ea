import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MetaMapping, MirthTest, NotificationRule } from '@wardtrack/contracts'
import { App } from 'antd'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS, metadataQuery } from '../../lib/queries.ts'
import { type UrlSchema, urlText, useUrlState } from '../../lib/url-state.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import type { ShownQuery } from '../../ui/query-state.tsx'
import { SecretButton } from '../../ui/secret-button.tsx'
import { TestResult } from '../../ui/test-result.tsx'
import styles from './rule-form.module.css'
import { RuleForm } from './rule-form.tsx'
import { notificationRuleQuery } from './rules.query.ts'

interface WebhookToolsProps {
  readonly rule: NotificationRule & { readonly webhookSecretSince?: string | undefined }
}

/** Test of a rule's saved webhook, and its signing secret. */
function WebhookTools({ rule: { _id: id, webhookSecretSince } }: WebhookToolsProps) {
  const { t } = useTranslation('notification-rules')
  const [tested, setTested] = useState<MirthTest>()
  const test = useApiMutation({
    call: () => api.call('testRuleWebhook', { params: { id }, body: {} }),
    onSuccess: ({ data }) => setTested(data),
  })
  return (
    <section className={styles.tools} aria-label={t('webhook.title')}>
      <h3>{t('webhook.title')}</h3>
      <p>{t('webhook.about')}</p>
      <div className={styles.actions}>
        <OnlineButton
          icon={<Send size={16} strokeWidth={1.8} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('webhook.test')}
        </OnlineButton>
        <SecretButton
          name={t('webhook.title')}
          hasSecret={webhookSecretSince !== undefined}
          make={() => api.call('makeRuleWebhookSecret', { params: { id }, body: {} })}
          invalidates={[[KEYS.rules]]}
        />
      </div>
      {tested ? <TestResult test={tested} onClose={() => setTested(undefined)} /> : null}
    </section>
  )
}

type Loaded = { readonly mapping: MetaMapping; readonly rule: NotificationRule | undefined }

const schema: UrlSchema<{ readonly rule: string }> = { rule: urlText('rule') }

/** Page of a new rule, or of the rule in the address. */
export function RulePage() {
  const { t } = useTranslation('notification-rules')
  const [{ rule: id }] = useUrlState(schema)
  const isNew = id === ''
  const mapping = useQuery(metadataQuery())
  const stored = useQuery({ ...notificationRuleQuery(id), enabled: !isNew })
  const client = useQueryClient()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const leave = (notice: string): void => {
    void message.success(serverText(notice))
    void client.invalidateQueries({ queryKey: [KEYS.rules] })
    void navigate('/ls-notify-rules')
  }
  const isLoaded = mapping.data !== undefined && (isNew || stored.data !== undefined)
  const shown: ShownQuery<Loaded> = {
    data: isLoaded ? { mapping: mapping.data, rule: stored.data } : undefined,
    error: mapping.error ?? stored.error,
    isFetching: mapping.isFetching || stored.isFetching,
    refetch: () => (mapping.error ? mapping.refetch() : stored.refetch()),
  }
  return (
    <LoadingPanel title={isNew ? t('add') : t('edit')} query={shown} failed={t('oneFailed')}>
      {(loaded) => (
        <>
          <RuleForm key={loaded.rule?.revision ?? ''} {...loaded} onSaved={leave} />
          {loaded.rule?.Webhook ? <WebhookTools rule={loaded.rule} /> : null}
        </>
      )}
    </LoadingPanel>
  )
}

export { RulePage as Page }
