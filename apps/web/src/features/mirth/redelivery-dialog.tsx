import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MirthField } from '@wardtrack/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { type DateRange, rangeQuery } from '../../lib/date-range.ts'
import { KEYS } from '../../lib/queries.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'

interface RedeliveryDialogProps {
  readonly field: MirthField
  readonly onClose: () => void
  readonly onStarted: (job: string) => void
}

type Values = { readonly range: DateRange }
const LAST_HOUR: DateRange = { preset: 'last-hour' }

/** Asks for a period, shows the number of items in it, and delivers them again. */
export function RedeliveryDialog({ field, onClose, onStarted }: RedeliveryDialogProps) {
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
