import { SchedulesPage } from '../../features/report-schedules/index.ts'

/** Schedules of reports that are created automatically. */
export const Page = () => <SchedulesPage />
