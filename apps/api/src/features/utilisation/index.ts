export { hourOfWeekIn } from './hour-of-week.ts'
export { findOwned } from './utilisation.store.ts'
export { type OwnedPiece, readUtilisation } from './utilisation.ts'
