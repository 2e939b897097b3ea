import { useQuery } from '@tanstack/react-query'
import type { RuleDelivery } from '@wardtrack/contracts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { failureText } from '../../lib/failure-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './mail.module.css'
import { type DeliveryChoice, deliveriesQuery } from './mail.query.ts'

const SIZES = [5, 10, 15] as const
const CHANNELS = ['Mail', 'Webhook'] as const

/** Mails and webhooks that are waiting or have failed, with the reason and a button to send now. */
export function DeliveryTable() {
  const { t } = useTranslation('mail')
  const [choice, setChoice] = useState<DeliveryChoice>({
    channel: 'Mail',
    state: 'failed',
    page: 1,
    pagesize: 5,
  })
  const deliveries = useQuery(deliveriesQuery(choice))
  const columns = useDeliveryColumns()
  const change = (members: Partial<DeliveryChoice>): void =>
    setChoice((before) => ({ ...before, page: 1, ...members }))
  return (
    <>
      <div className={styles.choices}>
        <label>
          {t('deliveries.channel')}
          <Select
            value={choice.channel}
            onChange={(channel) => change({ channel })}
            options={CHANNELS.map((value) => ({ value, label: t(`deliveries.${value}`) }))}
          />
        </label>
        <label>
          {t('deliveries.state')}
          <Select
            value={choice.state}
            onChange={(state) => change({ state })}
            options={[
              { value: 'failed' as const, label: t('deliveries.failedState') },
              { value: 'waiting' as const, label: t('deliveries.waitingState') },
            ]}
          />
        </label>
      </div>
      <QueryTable
        label={t('deliveries.title')}
        query={deliveries}
        failed={t('deliveries.failed')}
        columns={columns}
        pageOf={({ data, count }) => ({ rows: data, total: count })}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('deliveries.none')} why={t('deliveries.noneWhy')} />}
        page={choice.page}
        pageSize={choice.pagesize}
        sizes={{ options: SIZES, label: t('deliveries.pageSize') }}
        onPage={(page, pagesize) => change({ page, pagesize })}
      />
    </>
  )
}

function useDeliveryColumns(): readonly DataColumn<RuleDelivery>[] {
  const { t } = useTranslation('mail')
  const repeat = useApiMutation<RuleDelivery, { message: string }>({
    call: ({ id }) => api.call('repeatRuleDelivery', { body: { id } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.settings]],
  })
  return [
    {
      title: t('deliveries.receiver'),
      onPhone: 'main',
      cell: ({ receiver }) => receiver || t('deliveries.gone'),
    },
    { title: t('deliveries.rule'), cell: ({ rule }) => rule || t('deliveries.gone') },
    { title: t('deliveries.since'), cell: ({ createdAt }) => dateTime(createdAt) },
    { title: t('deliveries.attempts'), cell: ({ attempts }) => attempts },
    {
      title: t('deliveries.reason'),
      cell: ({ reason }) => <span className={styles.reason}>{reason ? failureText(reason) : '—'}</span>,
    },
    {
      title: t('deliveries.again'),
      cell: (delivery) => (
        <OnlineButton
          size="small"
          aria-label={t('deliveries.sendTo', { name: delivery.receiver || t('deliveries.gone') })}
          loading={repeat.isPending && repeat.variables.id === delivery.id}
          onClick={() => repeat.mutate(delivery)}
        >
          {t('deliveries.send')}
        </OnlineButton>
      ),
    },
  ]
}
