import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MirthDelivery, MirthField, MirthTest } from '@wardtrack/contracts'
import { Pause, Play, RotateCcw, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { type DateRange, rangeQuery } from '../../lib/date-range.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SecretButton } from '../../ui/secret-button.tsx'
import { TestResult } from '../../ui/test-result.tsx'
import styles from './mirth.module.css'

interface RedeliveryDialogProps {
  readonly field: MirthField
  readonly onClose: () => void
  readonly onStarted: (job: string) => void
}

type Values = { readonly range: DateRange }
const LAST_HOUR: DateRange = { preset: 'last-hour' }

/** Asks for a period, shows the number of items in it, and delivers them again. */
function RedeliveryDialog({ field, onClose, onStarted }: RedeliveryDialogProps) {
  const { t } = useTranslation('mirth')
  const client = useQueryClient()
  const [range, setRange] = useState(LAST_HOUR)
  const count = useQuery({
    queryKey: [KEYS.settings, 'mirth-count', field, range],
    queryFn: async ({ signal }) =>
      (await api.call('countMirthRedelivery', { body: bodyOf(field, range), signal })).count,
  })
  const state = useAppForm<Values>({
    initial: { range: LAST_HOUR },
    onSubmit: async (values) => {
      const { data } = await api.call('startMirthRedelivery', { body: bodyOf(field, values.range) })
      await client.invalidateQueries({ queryKey: [KEYS.jobs] })
      onStarted(data.id)
      onClose()
    },
  })
  return (
    <FormDialog
      state={state}
      title={t('redelivery.title', { name: t(`field.${field}`) })}
      verb={t('redelivery.verb')}
      onClose={onClose}
      disabled={!count.data}
      onValues={(values) => setRange(values.range)}
    >
      <p>{t(isUntimed(field) ? 'redelivery.untimed' : 'redelivery.help')}</p>
      {isUntimed(field) ? null : (
        <AppField name="range" label={t('redelivery.period')}>
          <RangeField />
        </AppField>
      )}
      <QueryState query={count} failed={t('redelivery.uncounted')}>
        {(found) => <p role="status">{t('redelivery.count', { count: found })}</p>}
      </QueryState>
    </FormDialog>
  )
}

/** True for items without a time, which are delivered in their current state, whatever the period. */
const isUntimed = (field: MirthField): boolean =>
  field === 'LocationHierarchy' || field === 'AssetAssociation'

const bodyOf = (field: MirthField, range: DateRange) => ({ Field: field, ...rangeQuery(range, Date.now()) })

/** Period as a control of the form. */
function RangeField(props: { readonly value?: DateRange; readonly onChange?: (range: DateRange) => void }) {
  return (
    <DateRangePicker value={props.value ?? LAST_HOUR} onChange={(range) => props.onChange?.(range)} block />
  )
}

interface DeliveryActionsProps {
  readonly delivery: MirthDelivery
  /** called with the job of a started redelivery */
  readonly onRedelivery: (job: string) => void
}

/** Actions on one address. */
export function DeliveryActions({ delivery, onRedelivery }: DeliveryActionsProps) {
  const { t } = useTranslation('mirth')
  const { field, paused, secretSince } = delivery
  const name = t(`field.${field}`)
  const [choosing, setChoosing] = useState(false)
  const [tested, setTested] = useState<MirthTest>()
  const test = useApiMutation({
    call: () => api.call('testMirthAddress', { body: { Field: field } }),
    onSuccess: ({ data }) => setTested(data),
  })
  const pause = useApiMutation({
    call: (willPause: boolean) =>
      api.call('pauseMirthAddress', { body: { Field: field, paused: willPause } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.settings]],
  })
  // During the request, the button shows the running action and takes no click.
  const isPaused = pause.isPending ? !pause.variables : paused !== undefined
  return (
    <>
      <div className={styles.actions}>
        <ActionButton
          icon={<Send {...ICON} />}
          busy={test.isPending}
          address={name}
          onClick={() => test.mutate()}
        >
          {t('actions.test')}
        </ActionButton>
        <ActionButton
          icon={isPaused ? <Play {...ICON} /> : <Pause {...ICON} />}
          busy={pause.isPending}
          address={name}
          onClick={() => pause.mutate(!isPaused)}
        >
          {t(isPaused ? 'actions.resume' : 'actions.pause')}
        </ActionButton>
        <ActionButton icon={<RotateCcw {...ICON} />} address={name} onClick={() => setChoosing(true)}>
          {t('actions.redeliver')}
        </ActionButton>
        <SecretButton
          name={name}
          hasSecret={secretSince !== undefined}
          make={() => api.call('makeMirthSecret', { body: { Field: field } })}
          invalidates={[[KEYS.settings]]}
        />
      </div>
      {tested ? <TestResult test={tested} onClose={() => setTested(undefined)} /> : null}
      {choosing ? (
        <RedeliveryDialog field={field} onClose={() => setChoosing(false)} onStarted={onRedelivery} />
      ) : null}
    </>
  )
}

const ICON = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const

interface ActionButtonProps {
  readonly icon: ReactNode
  readonly busy?: boolean
  /** name of the address, for screen readers */
  readonly address: string
  readonly onClick: () => void
  readonly children: string
}

function ActionButton({ icon, busy = false, address, onClick, children }: ActionButtonProps) {
  return (
    <OnlineButton icon={icon} loading={busy} aria-label={`${children}: ${address}`} onClick={onClick}>
      {children}
    </OnlineButton>
  )
}
