import { ReportView } from '../../features/custom-reports/index.ts'

/** A custom report that is a table. */
export const Page = () => <ReportView type="List" />
