import type { NearbyRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatMetres } from '../../lib/i18n/formats.ts'
import { useTypeName } from '../../lib/metadata.ts'
import { MISSING } from '../../lib/time.ts'
import { useUrlState } from '../../lib/url-state.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import {
  AssetLink,
  PlaceLink,
  ReportPage,
  ReportTable,
  reportDefinition,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { NearbyForm } from './nearby-form.tsx'
import { isComplete, NEARBY_QUESTION, nearbyConditions } from './nearby-question.ts'

const definition = reportDefinition('nearby-pump', {
  livePaths: ['CurrentLocation.mapId', 'CurrentLocation.xCenterPoint', 'CurrentLocation.yCenterPoint'],
})

/** Report on the assets around an asset on its map, the nearest first, with straight and walking distance. */
export function NearbyPumpView() {
  const { t } = useTranslation('reports')
  const [question, ask] = useUrlState(NEARBY_QUESTION)
  const isAnswerable = isComplete(question)
  const report = {
    ...useReport({ ...definition, conditions: nearbyConditions(question) }),
    isAsked: isAnswerable,
  }
  const query = useReportRows(report)
  const columns = useNearbyColumns()
  return (
    <>
      <NearbyForm key={JSON.stringify(question)} question={question} onSubmit={(chosen) => ask(chosen)} />
      <ReportPage
        report={report}
        query={query}
        waiting={<EmptyState boxed title={t('nearby.waits')} why={t('nearby.waitsWhy')} />}
      >
        <ReportTable
          report={report}
          label={t('table.nearby')}
          query={query}
          columns={columns}
          rowKey={({ AssetType, AssetId }) => `${AssetType}:${AssetId}`}
          none={t('noRows.nearby')}
        />
      </ReportPage>
    </>
  )
}

function useNearbyColumns(): DataColumn<NearbyRow>[] {
  const { t } = useTranslation('reports')
  const typeName = useTypeName()
  return [
    { title: t('column.assetId'), sortField: 'AssetId', named: true, cell: (row) => <AssetLink row={row} /> },
    { title: t('column.assetType'), sortField: 'AssetType', cell: ({ AssetType }) => typeName(AssetType) },
    {
      title: t('column.assetName'),
      sortField: 'AssetName',
      onPhone: 'main',
      cell: ({ AssetName }) => AssetName || MISSING,
    },
    {
      title: t('column.location'),
      sortField: 'Location',
      onPhone: 'wide',
      wraps: true,
      cell: ({ Location }) => <PlaceLink path={Location} />,
    },
    {
      title: t('column.distance'),
      sortField: 'Distance',
      onPhone: 'end',
      cell: ({ Distance }) => formatMetres(Distance),
    },
    {
      title: t('column.walkingDistance'),
      named: true,
      cell: ({ WalkingDistance }) =>
        WalkingDistance === undefined ? MISSING : formatMetres(WalkingDistance),
    },
  ]
}

export { NearbyPumpView as Page }
