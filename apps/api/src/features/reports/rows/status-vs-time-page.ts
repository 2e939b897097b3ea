import { CHART_MEMBERS, routes } from '@wardtrack/contracts'
import type { ChartReader } from '../../status-vs-time/index.ts'
import { lastHours } from '../read-report-criteria.ts'
import type { ReportPage, RowBatch } from '../report-page.ts'
import { columnsNamed } from './asset-rows.ts'

const NAME = 'status-vs-time'

/** Creates the report of the chart of states over time: a row per point, at most 120, so that all fit on one page. */
export function statusVsTimePage(chart: ChartReader): ReportPage {
  return {
    name: NAME,
    page: `report/${NAME}`,
    filterUrl: routes.getStatusVsTimeReport.path.slice(1),
    describe: async ({ now }) => ({
      label: 'Time Scale',
      columns: columnsNamed('createdAt', ...CHART_MEMBERS),
      defaultItems: [{ AssetType: 'Equipment' }, lastHours(now)],
    }),
    open: async ({ actor, body }) => {
      const { criteria, points } = await chart.read(body, actor)
      // Counts name no assets.
      const batch: RowBatch = { rows: points, shownAssets: [] }
      return {
        criteria,
        page: async () => ({ ...batch, total: points.length }),
        batches: async function* () {
          yield batch
        },
      }
    },
  }
}
