/** How often a kind of fault is done: once, or in the long form of `npm run test:faults` so often. */
export const faultRounds = (long: number): number => (process.env['WARDTRACK_FAULTS'] === 'long' ? long : 1)

/** Milliseconds that something is halted, held or full: ten seconds in the long form. */
export const HALT_MS = faultRounds(10) * 1_000
/** The same for faults that are done often. */
export const FAULT_MS = 1_000
