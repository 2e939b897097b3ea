const isLong = process.env['WARDTRACK_FAULTS'] === 'long'

/** How often a kind of fault is done: once, or in the long form of `npm run test:faults` so often. */
export const faultRounds = (long: number): number => (isLong ? long : 1)
/** Milliseconds that a fault lasts. */
export const faultMs = (lasting: { short: number; long: number }): number =>
  lasting[isLong ? 'long' : 'short']

/** Milliseconds that something is halted, held or full: ten seconds in the long form. */
export const HALT_MS = faultRounds(10) * 1_000
/** The same for faults that are done often. */
export const FAULT_MS = 1_000
