import { HeatReportView } from '../../features/heat-reports/index.ts'

/** Heat map of battery levels. */
export const Page = () => <HeatReportView kind="battery" />
