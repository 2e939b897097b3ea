export { CLEANING, groupName } from './cleaning-report.ts'
