import { HeatReportView } from '../../features/heat-reports/index.ts'

/** Where batteries are full and where they run low. */
export const Page = () => <HeatReportView kind="battery" />
