export { hourOfWeekIn } from './hour-of-week.ts'
export { sampleMoments } from './sample-moments.ts'
export { type OwnedPiece, readUtilisation } from './utilisation.ts'
