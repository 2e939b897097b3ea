import { useQuery } from '@tanstack/react-query'
import type { CustomReport, MetaMapping } from '@wardtrack/contracts'
import {
  GENERAL_REPORT_FIELDS,
  isHeatMap,
  REPORT_ICONS,
  REPORT_SHARES,
  REPORT_TAGS,
  REPORT_TYPES,
  type ReportType,
} from '@wardtrack/contracts/custom-report-choices'
import { AutoComplete, Button, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { entriesOf, typeName } from '../../lib/metadata.ts'
import { useDebounced } from '../../lib/use-delayed.ts'
import { DataTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { reportIcon } from '../../ui/report-icons.ts'
import styles from './custom-reports.module.css'
import { type PreviewQuestion, reportPreviewQuery } from './custom-reports.query.ts'
import { HeatPlan } from './heat-plan.tsx'
import { useFieldNames, useReportColumns } from './report-columns.tsx'
import {
  checkReport,
  fieldOfPath,
  isComplete,
  type ReportValues,
  reportValues,
  saveReport,
} from './report-values.ts'

/** Returns the preview's content; undefined until a subject and a field are chosen. */
function questionOf({ subject, fields, type, target }: ReportValues): PreviewQuestion | undefined {
  if (subject === undefined || (fields.length === 0 && target === undefined)) return undefined
  return {
    Subject: subject,
    Fields: fields,
    ...(isHeatMap(type) && target !== undefined ? { TargetField: target } : {}),
  }
}

/** Preview during editing: the first rows, and for a heat map the assets on a plan. */
function ReportPreview({ values }: { readonly values: ReportValues }) {
  const { t } = useTranslation('custom-reports')
  const question = questionOf(values)
  if (question) return <AskedPreview key={question.Subject} question={question} />
  return (
    <Panel title={t('preview.title')}>
      <EmptyState title={t('preview.none')} why={t('preview.why')} />
    </Panel>
  )
}

function AskedPreview({ question }: { readonly question: PreviewQuestion }) {
  const { t } = useTranslation('custom-reports')
  const [mapId, setMapId] = useState<string>()
  const preview = useQuery(reportPreviewQuery({ ...question, ...(mapId === undefined ? {} : { mapId }) }))
  // The shown map stays open, even if another map gets more assets.
  const shownId = preview.data?.heat?.mapId ?? undefined
  useEffect(() => setMapId(shownId), [shownId])
  const columns = useReportColumns(question.Subject, preview.data?.columns.map(({ key }) => key) ?? [])
  return (
    <LoadingPanel title={t('preview.title')} query={preview} failed={t('preview.failed')}>
      {({ assets, maxAssets, heat }) => (
        <>
          {heat?.mapId && question.TargetField ? (
            <HeatPlan
              subject={question.Subject}
              target={question.TargetField}
              maps={heat.maps}
              mapId={heat.mapId}
              onMap={setMapId}
              pointers={heat.data}
            />
          ) : null}
          <DataTable
            label={t('preview.rows')}
            columns={columns}
            rows={assets}
            rowKey={({ _id }) => _id}
            density="history"
            fading={preview.isPlaceholderData}
            empty={<EmptyState title={t('preview.noAssets')} why={t('preview.noAssetsWhy')} />}
          />
          {maxAssets > 0 ? (
            <p className={styles.note}>
              {t('preview.of', { shown: formatNumber(assets.length), all: formatNumber(maxAssets) })}
            </p>
          ) : null}
        </>
      )}
    </LoadingPanel>
  )
}

interface IconChoiceProps {
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** Choice of the report's icon in the menu. */
function IconChoice({ value, onChange }: IconChoiceProps) {
  const { t } = useTranslation('custom-reports')
  return (
    <RadioGroup<string>
      value={value}
      options={REPORT_ICONS.map((name) => {
        const Icon = reportIcon(name)
        const text = t(`icon.${name}`)
        return {
          value: name,
          label: (
            <span title={text}>
              <Icon size={18} strokeWidth={1.8} role="img" aria-label={text} />
            </span>
          ),
        }
      })}
      {...(onChange ? { onChange } : {})}
    />
  )
}

interface ReportFormProps {
  readonly mapping: MetaMapping
  /** undefined for a new report */
  readonly report: CustomReport | undefined
  /** Initial type of a new report. */
  readonly type: ReportType
  readonly onSaved: (said: string) => void
}

/** Pause in typing, in milliseconds, after which the preview is requested. */
const PAUSE_MS = 300

/** Content and sharing of a report, beside a preview of its first rows. */
export function ReportForm({ mapping, report, type, onSaved }: ReportFormProps) {
  const { t } = useTranslation('custom-reports')
  const initial = reportValues(report, type)
  const [shown, setShown] = useState<ReportValues>(initial)
  const state = useAppForm<ReportValues>({
    initial,
    check: checkReport,
    fieldOf: fieldOfPath,
    onSubmit: async (values) => {
      const { message } = await saveReport(values, report)
      state.reset()
      onSaved(message)
    },
  })
  const follow = (values: ReportValues): void => {
    const isOtherSubject = values.subject !== shown.subject
    // Fields of another asset type do not apply to this one.
    const change: Partial<ReportValues> = {
      ...(isOtherSubject ? { fields: values.fields.filter(isOfEveryAsset), target: undefined } : {}),
      // A heat map needs no sharing; a list that was a heat map requires it.
      ...(isHeatMap(values.type) && values.share === undefined ? { share: 'None' } : {}),
    }
    if (Object.keys(change).length > 0) state.form.setFieldsValue(change)
    setShown({ ...values, ...change })
  }
  const { subject, fields, target } = shown
  const showsHeat = isHeatMap(shown.type)
  const settled = useDebounced(shown, PAUSE_MS)
  return (
    <div className={styles.columns}>
      <Panel title={report ? t('edit') : t('add')}>
        <AppForm
          state={state}
          label={report ? t('edit') : t('add')}
          className={styles.form}
          onValues={follow}
        >
          <AppField name="type" label={t('form.type')} group required>
            <RadioGroup options={REPORT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))} />
          </AppField>
          <AppField name="name" label={t('form.name')} required>
            <Input autoFocus={!report} maxLength={100} autoComplete="off" />
          </AppField>
          <AppField name="description" label={t('form.description')} required>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
          </AppField>
          <AppField name="subject" label={t('form.subject')} required>
            <Select options={typesOf(mapping)} />
          </AppField>
          <FieldChoices mapping={mapping} subject={subject} showsHeat={showsHeat} />
          <SharingFields values={shown} mapping={mapping} />
          <AppField name="icon" label={t('form.icon')} group>
            <IconChoice />
          </AppField>
          <div className={styles.actions}>
            <SubmitButton disabled={!isComplete({ ...shown, fields, target })}>
              {report ? t('form.edit') : t('form.generate')}
            </SubmitButton>
            <Button href="#/generate-report">{t('form.cancel')}</Button>
          </div>
        </AppForm>
      </Panel>
      <ReportPreview values={settled} />
    </div>
  )
}

const isOfEveryAsset = (name: string): boolean => (GENERAL_REPORT_FIELDS as readonly string[]).includes(name)

const typesOf = (mapping: MetaMapping) =>
  Object.keys(mapping)
    .filter((type) => !type.startsWith('_'))
    .map((type) => ({ value: type, label: typeName(mapping, type) }))

interface FieldChoicesProps {
  readonly mapping: MetaMapping
  readonly subject: string | undefined
  readonly showsHeat: boolean
}

/** Choice of the columns in their order, and for a heat map of the shown field. */
function FieldChoices({ mapping, subject, showsHeat }: FieldChoicesProps) {
  const { t } = useTranslation('custom-reports')
  const nameOf = useFieldNames(subject)
  const entries = entriesOf(mapping, subject ?? '')
  const optionOf = (value: string) => ({ value, label: nameOf(value) })
  return (
    <>
      <AppField name="fields" label={t('form.fields')} required help={t('form.fieldsHelp')}>
        <Select
          mode="multiple"
          disabled={subject === undefined}
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { label: t('form.ofSubject'), options: entries.map(([name]) => optionOf(name)) },
            { label: t('form.ofEveryAsset'), options: GENERAL_REPORT_FIELDS.map(optionOf) },
          ]}
        />
      </AppField>
      {showsHeat ? (
        <AppField name="target" label={t('form.target')} required help={t('form.targetHelp')}>
          <Select
            disabled={subject === undefined}
            options={entries
              .filter(([, { Options }]) => Object.keys(Options ?? {}).length > 0)
              .map(([name]) => optionOf(name))}
          />
        </AppField>
      ) : null}
    </>
  )
}

/** Choice of the users who see the report, and of the tag that shares it. */
function SharingFields({
  values,
  mapping,
}: {
  readonly values: ReportValues
  readonly mapping: MetaMapping
}) {
  const { t } = useTranslation('custom-reports')
  // Without patient access the mapping has no patient type, and the patient tag is not offered.
  const tags = REPORT_TAGS.filter((tag) => tag !== 'Patient' || 'Patient' in mapping)
  return (
    <>
      <AppField name="share" label={t('form.share')} group required={values.type === 'List'}>
        <RadioGroup
          vertical
          options={REPORT_SHARES.map((value) => ({
            value,
            label: (
              <>
                {t(`share.${value}`)} <small>{t(`shareHelp.${value}`)}</small>
              </>
            ),
          }))}
        />
      </AppField>
      {values.share === 'Tag' ? (
        <AppField name="tag" label={t('form.tag')} required>
          <AutoComplete options={tags.map((value) => ({ value }))} maxLength={100} />
        </AppField>
      ) : null}
    </>
  )
}
