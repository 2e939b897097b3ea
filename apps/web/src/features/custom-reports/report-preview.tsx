import { useQuery } from '@tanstack/react-query'
import { isHeatMap } from '@wardtrack/contracts/custom-report-choices'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { DataTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './custom-reports.module.css'
import { type PreviewQuestion, reportPreviewQuery } from './custom-reports.query.ts'
import { HeatPlan } from './heat-plan.tsx'
import { useReportColumns } from './report-columns.tsx'
import type { ReportValues } from './report-values.ts'

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
export function ReportPreview({ values }: { readonly values: ReportValues }) {
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
