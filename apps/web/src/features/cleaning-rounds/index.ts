export { CLEANING, type CleaningAnswer, groupName } from './cleaning-report.ts'
