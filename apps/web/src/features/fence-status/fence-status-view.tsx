import { useQuery } from '@tanstack/react-query'
import type { FenceStatusRow, OccupiedFence } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { isTexts, PLACE_MODEL } from '../../ui/filters/index.ts'
import {
  AssetLink,
  PlaceLink,
  type Report,
  ReportPage,
  ReportTable,
  reportDefinition,
  reportRowsQuery,
  useCategoryColumn,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import styles from './fence-status.module.css'

const definition = reportDefinition('fence-status', {
  livePaths: ['CurrentLocation.mapId', 'CurrentLocation.fullPath'],
})

/** Filter by geofences, by name or id. */
const FENCE_MODEL = 'Geofence'

/** Report on the assets inside each geofence now, and their number. */
export function FenceStatusView() {
  const { t } = useTranslation('reports')
  const all = useReport(definition)
  const { Geofence: _fences, ...withoutFences } = all.state.filters
  const query = useReportRows(all)
  // Requested without the filter by geofences, so that all geofences stay visible to choose from.
  const items = all.body.items.filter((condition) => !(FENCE_MODEL in condition))
  const overall = useQuery(reportRowsQuery(definition, { ...all.body, items }, 1, all.state.pageSize))
  const fences = overall.data?.fences ?? []
  const report: Report<'fence-status'> = {
    ...all,
    definition: {
      ...definition,
      filterTraits: {
        placeFields: [
          { model: PLACE_MODEL, label: t('column.location'), input: 'place', options: [] },
          {
            model: FENCE_MODEL,
            label: t('column.geofence'),
            input: 'select',
            options: fences.map(({ _id, Name }) => ({ value: _id, label: Name })),
          },
        ],
      },
    },
  }
  const columns = useFenceColumns()
  return (
    <ReportPage
      report={report}
      query={query}
      onRefresh={() => void Promise.all([query.refetch(), overall.refetch()])}
    >
      <FenceCounts
        fences={fences}
        chosen={chosenFences(all.state.filters[FENCE_MODEL])}
        onChoose={(chosen) =>
          all.changeFilters(chosen.length > 0 ? { ...withoutFences, [FENCE_MODEL]: chosen } : withoutFences)
        }
      />
      <ReportTable
        report={report}
        label={t('table.fenceStatus')}
        query={query}
        columns={columns}
        rowKey={({ geofenceId, AssetType, AssetId }) => `${geofenceId} ${AssetType}:${AssetId}`}
        none={t('noRows.fenceStatus')}
      />
    </ReportPage>
  )
}

const chosenFences = (value: unknown): readonly string[] => (isTexts(value) ? value : [])

function useFenceColumns(): DataColumn<FenceStatusRow>[] {
  const { t } = useTranslation('reports')
  const mapping = useMetadata()
  const category = useCategoryColumn()
  return [
    { title: t('column.geofence'), sortField: 'Geofence', onPhone: 'end', cell: ({ Geofence }) => Geofence },
    { title: t('column.geofenceType'), cell: ({ GeofenceType }) => GeofenceType || MISSING },
    { title: t('column.assetId'), sortField: 'AssetId', named: true, cell: (row) => <AssetLink row={row} /> },
    { title: t('column.name'), sortField: 'Name', onPhone: 'main', cell: ({ Name }) => Name || MISSING },
    { title: t('column.type'), sortField: 'Type', cell: ({ Type }) => aliasesOf(mapping, Type).type },
    category,
    {
      title: t('column.location'),
      sortField: 'Location',
      onPhone: 'wide',
      wraps: true,
      cell: ({ Location }) => <PlaceLink path={Location} />,
    },
    { title: t('column.since'), sortField: 'since', named: true, cell: ({ since }) => dateTime(since) },
  ]
}

interface FenceCountsProps {
  readonly fences: readonly OccupiedFence[]
  /** Ids of the geofences that filter the rows. */
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
}

/** Number of assets in each geofence, including empty ones; choosing a geofence filters the rows. */
function FenceCounts({ fences, chosen, onChoose }: FenceCountsProps) {
  const { t } = useTranslation('reports')
  if (fences.length === 0) return null
  return (
    <ul className={styles.fences} aria-label={t('fenceStatus.counts')}>
      {fences.map(({ _id, Name, inside }) => {
        const isChosen = chosen.includes(_id)
        return (
          <li key={_id}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? chosen.filter((id) => id !== _id) : [...chosen, _id])}
            >
              <span>{Name}</span> <b>{inside}</b>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

export { FenceStatusView as Page }
