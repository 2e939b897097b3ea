import { useQuery } from '@tanstack/react-query'
import type { CustomReport, HeatPointer } from '@wardtrack/contracts'
import { isHeatMap, REPORT_TYPE_PAGES, type ReportType } from '@wardtrack/contracts/custom-report-choices'
import { Button } from 'antd'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { floorsQuery } from '../../lib/floors.query.ts'
import { customReportQuery } from '../../lib/queries.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { ReportPage, ReportTable, useReport, useReportRows } from '../reports/index.ts'
import styles from './custom-reports.module.css'
import { heatPointersQuery } from './custom-reports.query.ts'
import { HeatPlan } from './heat-plan.tsx'
import { MissingReport } from './missing-report.tsx'
import { useReportColumns } from './report-columns.tsx'
import { useReportDefinition } from './use-report-definition.ts'

interface ReportPlansProps {
  readonly reportId: string
  readonly subject: string
  readonly target: string
  /** Stored path of the shown value. */
  readonly model: string
  /** Criteria that all assets match. */
  readonly conditions: readonly Record<string, unknown>[]
}

const schema = { mapId: urlText('map') }
const none: readonly HeatPointer[] = []

/** Assets of a heat map report on their plans: one plan at a time, the one with the most assets first. */
function ReportPlans({ reportId, subject, target, model, conditions }: ReportPlansProps) {
  const { t } = useTranslation('custom-reports')
  const [{ mapId: named }, change] = useUrlState(schema)
  const maps = useQuery(floorsQuery([{ AssetType: subject }, ...conditions]))
  const list = maps.data ?? []
  // The shown map stays open, even if another map gets more assets.
  const [opened, setOpened] = useState<string>()
  const wanted = named || opened
  const shown = list.find(({ mapId }) => mapId === wanted) ?? list.toSorted((a, b) => b.count - a.count)[0]
  const shownId = shown?.mapId
  useEffect(() => setOpened(shownId), [shownId])
  const pointers = useQuery({
    ...heatPointersQuery(reportId, shown?.mapId ?? '', conditions, model),
    enabled: shown !== undefined,
  })
  return (
    <div className={styles.plans}>
      <LoadingPanel title={t('plan.label')} query={maps} failed={t('plan.failed')}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title={t('plan.none')} why={t('plan.noneWhy')} />
          ) : (
            <HeatPlan
              subject={subject}
              target={target}
              maps={loaded}
              mapId={shown?.mapId}
              onMap={(mapId) => change({ mapId })}
              pointers={pointers.data?.data ?? none}
            />
          )
        }
      </LoadingPanel>
    </div>
  )
}

/** A custom report of a type, by the id in the address. */
export function ReportView({ type }: { readonly type: ReportType }) {
  const { t } = useTranslation('custom-reports')
  const { reportId = '' } = useParams()
  const report = useQuery(customReportQuery(reportId))
  return (
    <QueryState query={report} failed={t('oneFailed')} boxed missing={<MissingReport />}>
      {(loaded) =>
        loaded.Type === type ? (
          <ShownReport key={loaded._id} report={loaded} />
        ) : (
          // Its type was changed after the address was saved.
          <Navigate replace to={`/${REPORT_TYPE_PAGES[loaded.Type]}/${loaded._id}`} />
        )
      }
    </QueryState>
  )
}

function ShownReport({ report: stored }: { readonly report: CustomReport }) {
  const { t } = useTranslation('custom-reports')
  const { _id, Name, Type, Subject, Fields, TargetField, mayEdit } = stored
  const { definition, model } = useReportDefinition(stored)
  const report = useReport(definition)
  const { body } = report
  const query = useReportRows(report)
  const keys = [...new Set([...Fields, ...(TargetField === undefined ? [] : [TargetField])])]
  const columns = useReportColumns(Subject, keys, { isLinked: true })
  const mayCompose = useMayOpen('generate-report-form')
  const edit =
    mayEdit && mayCompose ? (
      <Button
        href={`#/generate-report-form/${_id}`}
        icon={<Pencil size={16} strokeWidth={1.8} aria-hidden />}
      >
        {t('edit')}
      </Button>
    ) : null
  return (
    <ReportPage report={report} query={query} actions={edit}>
      {isHeatMap(Type) && TargetField !== undefined ? (
        <ReportPlans
          reportId={_id}
          subject={Subject}
          target={TargetField}
          model={model}
          conditions={body.items.filter((condition) => !('sort' in condition))}
        />
      ) : null}
      <ReportTable
        report={report}
        label={Name}
        query={query}
        columns={columns}
        rowKey={(row) => row._id}
        none={t('preview.noAssetsWhy')}
      />
    </ReportPage>
  )
}
