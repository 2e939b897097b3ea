export { AssetPlace } from './asset-place.tsx'
export { LevelChoice } from './level-choice.tsx'
export { ChartNote, ReportChart, ReportParts } from './report-chart.tsx'
export {
  countColumn,
  hoursColumn,
  shareColumn,
  useCategoryColumn,
  useGroupColumns,
} from './report-columns.tsx'
export { type ReportDefinition, reportDefinition } from './report-definition.ts'
export { ReportPage } from './report-page.tsx'
export { openingBody, withPeriod } from './report-state.ts'
export { ReportTable } from './report-table.tsx'
export { type ReportRows, reportRowsQuery, useReportRows } from './reports.query.ts'
export { AssetLink, devicesPath, levelsOf, PlaceLink, shortPlace } from './row-links.tsx'
export { chartTime, timeAxis } from './time-axis.ts'
export { type Report, useReport } from './use-report.ts'
