import { AlertReportView } from '../../features/alert-reports/index.ts'

/** Report on alerts of geofences and rules. */
export const Page = () => <AlertReportView kind="alerts" />
