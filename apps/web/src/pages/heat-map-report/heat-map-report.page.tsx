import { ReportView } from '../../features/custom-reports/index.ts'

/** A custom report that shows a field on floor plans. */
export const Page = () => <ReportView type="Heat Map" />
