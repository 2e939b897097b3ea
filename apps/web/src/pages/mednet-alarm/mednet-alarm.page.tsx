import { AlertReportView } from '../../features/alert-reports/index.ts'

/** Alarms that devices sent. */
export const Page = () => <AlertReportView kind="mednet" />
