export { CLEANING, type CleaningAnswer, groupName } from './cleaning-report.ts'
export { CleaningRoundsView } from './cleaning-rounds-view.tsx'
