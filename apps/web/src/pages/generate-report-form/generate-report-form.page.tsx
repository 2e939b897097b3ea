export { ReportFormPage as Page } from '../../features/custom-reports/index.ts'
