import { AlertReportView } from '../../features/alert-reports/index.ts'

/** Alerts of geofences and rules. */
export const Page = () => <AlertReportView kind="alerts" />
