import { ReportView } from '../../features/custom-reports/index.ts'

/** A custom report in the form of a table. */
export const Page = () => <ReportView type="List" />
