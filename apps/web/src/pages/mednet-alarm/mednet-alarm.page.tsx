import { AlertReportView } from '../../features/alert-reports/index.ts'

/** Report on alarms that devices sent. */
export const Page = () => <AlertReportView kind="mednet" />
