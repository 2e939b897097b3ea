import { SchedulesPage } from '../../features/report-schedules/index.ts'

/** Reports that are made by themselves. */
export const Page = () => <SchedulesPage />
