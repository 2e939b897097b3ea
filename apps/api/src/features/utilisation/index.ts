export { hourOfWeekIn } from './hour-of-week.ts'
export { type OwnedPiece, readUtilisation, sampleMoments } from './utilisation.ts'
