export { type ChartReader, createChartReader } from './chart-reader.ts'
export { statusVsTimeRoutes } from './status-vs-time.routes.ts'
