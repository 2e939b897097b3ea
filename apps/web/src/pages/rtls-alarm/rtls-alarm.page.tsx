import { AlertReportView } from '../../features/alert-reports/index.ts'

/** Conditions that devices were in. */
export const Page = () => <AlertReportView kind="alarms" />
