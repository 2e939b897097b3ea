export { ReportTable as Page } from '../../features/custom-reports/index.ts'
