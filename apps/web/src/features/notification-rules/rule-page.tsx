import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MetaMapping, NotificationRule } from '@wardtrack/contracts'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS, metadataQuery } from '../../lib/queries.ts'
import { type UrlSchema, urlText, useUrlState } from '../../lib/url-state.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import type { ShownQuery } from '../../ui/query-state.tsx'
import { RuleForm } from './rule-form.tsx'
import { notificationRuleQuery } from './rules.query.ts'
import { WebhookTools } from './webhook-tools.tsx'

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
