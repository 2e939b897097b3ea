export { countInfusionReports, countVisits, findNames } from './cleaning-rounds.store.ts'
export { readCleaningRounds, type UncleanedRound } from './read-cleaning-rounds.ts'
