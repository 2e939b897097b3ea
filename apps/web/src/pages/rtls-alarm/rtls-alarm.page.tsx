import { AlertReportView } from '../../features/alert-reports/index.ts'

/** Report on alarm conditions of devices. */
export const Page = () => <AlertReportView kind="alarms" />
