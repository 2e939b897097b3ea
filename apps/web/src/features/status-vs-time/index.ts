export { CHART_FAMILIES, type ChartFamily, familyFigures } from './chart-families.ts'
export { chartPointsQuery, STATUS_VS_TIME } from './status-vs-time.query.ts'
