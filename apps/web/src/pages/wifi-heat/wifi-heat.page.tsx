import { HeatReportView } from '../../features/heat-reports/index.ts'

/** Heat map of wifi strength. */
export const Page = () => <HeatReportView kind="wifi" />
