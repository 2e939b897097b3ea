export { SchedulesPage } from './schedules-page.tsx'
