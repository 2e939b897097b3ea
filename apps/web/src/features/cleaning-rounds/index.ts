export { CleaningRoundsView } from './cleaning-rounds-view.tsx'
