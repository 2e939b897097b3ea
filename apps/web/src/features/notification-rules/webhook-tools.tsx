import type { MirthTest, NotificationRule } from '@wardtrack/contracts'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { SecretButton } from '../../ui/secret-button.tsx'
import { TestResult } from '../../ui/test-result.tsx'
import styles from './rule-form.module.css'

interface WebhookToolsProps {
  readonly rule: NotificationRule & { readonly webhookSecretSince?: string | undefined }
}

/** Test of a rule's saved webhook, and its signing secret. */
export function WebhookTools({ rule: { _id: id, webhookSecretSince } }: WebhookToolsProps) {
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
