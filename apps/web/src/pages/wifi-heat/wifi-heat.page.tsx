import { HeatReportView } from '../../features/heat-reports/index.ts'

/** Where devices have good wifi and where they do not. */
export const Page = () => <HeatReportView kind="wifi" />
