import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReportSchedule, SavedFilter } from '@wardtrack/contracts'
import { REPORT_FORMATS } from '@wardtrack/contracts/report-files'
import { SCHEDULE_LIMITS, SCHEDULE_PERIODS, SCHEDULE_STEPS } from '@wardtrack/contracts/report-schedules'
import { Alert, App, Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { filterRouteOf } from '../../lib/filter-routes.ts'
import { compareNames } from '../../lib/i18n/formats.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { MISSING } from '../../lib/time.ts'
import { knownTimeZones } from '../../lib/time-zone.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { savedFiltersQuery } from '../saved-filters/index.ts'
import styles from './report-schedules.module.css'
import { bodyOf, type ScheduledReport, type ScheduleValues, timingOf } from './schedule-values.ts'
import { momentInZone, weekdayNames } from './schedule-words.ts'
import { nextRunsQuery } from './schedules.query.ts'

interface FilterFieldProps {
  /** Name of the report in calls. */
  readonly page: string
  /** Id of the chosen filter; empty for none. */
  readonly chosen: string
}

/** Choice of the saved filter that each run of a schedule applies, among those of the report's page. */
function FilterField({ page, chosen }: FilterFieldProps) {
  const { t } = useTranslation('report-schedules')
  const { data, isError } = useQuery(savedFiltersQuery(filterRouteOf(page)))
  const offered = optionsOf(data ?? [], chosen)
  const isListed = chosen === '' || offered.some(({ value }) => value === chosen)
  return (
    <AppField
      name="filterId"
      label={t('field.filter')}
      help={t(isError ? 'field.filtersFailed' : 'field.filterHelp')}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: '', label: t('field.noFilter') },
          ...offered,
          ...(isListed ? [] : [{ value: chosen, label: data ? t('field.filterGone') : MISSING }]),
        ]}
      />
    </AppField>
  )
}

/** Returns the filters by name; hidden ones only if chosen. */
const optionsOf = (filters: readonly SavedFilter[], chosen: string) =>
  filters
    .filter(({ showMe, filterId }) => showMe || filterId === chosen)
    .map(({ filterId, displayName }) => ({ value: filterId, label: displayName }))
    .toSorted((a, b) => compareNames(a.label, b.label))

interface ScheduleDialogProps {
  readonly report: ScheduledReport
  /** Initial values. */
  readonly initial: ScheduleValues
  /** Schedule to change; absent for a new one. */
  readonly schedule?: ReportSchedule
  /** True if a mail server is configured and the user has a mail address. */
  readonly mailReady: boolean
  readonly onClose: () => void
}

/** Time, format and delivery of a scheduled report. */
export function ScheduleDialog({ report, initial, schedule, mailReady, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('report-schedules')
  const client = useQueryClient()
  const { message } = App.useApp()
  const [values, setValues] = useState(initial)
  const state = useAppForm<ScheduleValues>({
    initial,
    onSubmit: async (entered) => {
      const body = bodyOf(entered, report, schedule)
      const answer = schedule
        ? await api.call('editReportSchedule', { params: { id: schedule._id }, body })
        : await api.call('createReportSchedule', { body })
      void message.success(serverText(answer.message))
      await client.invalidateQueries({ queryKey: [KEYS.reportSchedules] })
      onClose()
    },
  })
  return (
    <FormDialog
      state={state}
      title={schedule ? t('dialog.edit', { name: schedule.Name }) : t('dialog.new')}
      verb={t('dialog.save')}
      onClose={onClose}
      onValues={setValues}
    >
      <AppField name="Name" label={t('field.name')} required>
        <Input maxLength={100} autoComplete="off" />
      </AppField>
      {report.hasPeriod ? (
        <AppField name="period" label={t('field.period')}>
          <Select
            options={SCHEDULE_PERIODS.filter((period) => period !== 'none').map((value) => ({
              value,
              label: t(`period.${value}`),
            }))}
          />
        </AppField>
      ) : null}
      <FilterField page={report.page} chosen={values.filterId} />
      <WhenFields values={values} />
      <AppField name="format" label={t('field.format')}>
        <Select options={REPORT_FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))} />
      </AppField>
      <AppField name="byMail" label={t('field.byMail')} help={t('field.byMailHelp')}>
        <Switch />
      </AppField>
      {values.byMail && !mailReady ? (
        <Alert className={styles.hint ?? ''} type="warning" showIcon title={t('field.mailNotReady')} />
      ) : null}
      <AppField name="keepFile" label={t('field.keepFile')}>
        <Switch />
      </AppField>
      {values.keepFile ? (
        <AppField name="keepDays" label={t('field.keepDays')}>
          <InputNumber min={1} max={SCHEDULE_LIMITS.keepDays} />
        </AppField>
      ) : null}
    </FormDialog>
  )
}

/** Day, time and time zone, with the next run. */
function WhenFields({ values }: { readonly values: ScheduleValues }) {
  const { t } = useTranslation('report-schedules')
  const { data } = useQuery(nextRunsQuery(timingOf(values)))
  const next = data?.data[0]
  return (
    <>
      <AppField name="every" label={t('field.every')}>
        <Select options={SCHEDULE_STEPS.map((value) => ({ value, label: t(`every.${value}`) }))} />
      </AppField>
      {values.every === 'week' ? (
        <AppField name="weekday" label={t('field.weekday')}>
          <Select options={weekdayNames().map((label, day) => ({ value: day + 1, label }))} />
        </AppField>
      ) : null}
      {values.every === 'month' ? (
        <AppField name="dayOfMonth" label={t('field.dayOfMonth')}>
          <Select
            options={[
              ...Array.from({ length: 31 }, (_, day) => ({ value: day + 1, label: String(day + 1) })),
              { value: 0, label: t('field.lastDay') },
            ]}
          />
        </AppField>
      ) : null}
      <AppField name="time" label={t('field.time')}>
        <Input type="time" />
      </AppField>
      <AppField
        name="timeZone"
        label={t('field.timeZone')}
        help={next ? t('field.next', { time: momentInZone(next, values.timeZone) }) : undefined}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={knownTimeZones(values.timeZone).map((name) => ({ value: name, label: name }))}
        />
      </AppField>
    </>
  )
}
