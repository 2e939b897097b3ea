import { useQuery } from '@tanstack/react-query'
import type { CustomReport } from '@wardtrack/contracts'
import { isHeatMap, REPORT_TYPE_PAGES, type ReportType } from '@wardtrack/contracts/custom-report-choices'
import { Button } from 'antd'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { customReportQuery } from '../../lib/queries.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { ReportPage, ReportTable, useReport, useReportRows } from '../reports/index.ts'
import { MissingReport } from './missing-report.tsx'
import { useReportColumns } from './report-columns.tsx'
import { ReportPlans } from './report-plans.tsx'
import { useReportDefinition } from './use-report-definition.ts'

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
