const isLong = process.env['WARDTRACK_FAULTS'] === 'long'

/** Returns the number of rounds of a fault: one, or the given number in the long form of `npm run test:faults`. */
export const faultRounds = (long: number): number => (isLong ? long : 1)
/** Returns the duration of a fault, in milliseconds. */
export const faultMs = (lasting: { short: number; long: number }): number =>
  lasting[isLong ? 'long' : 'short']

/** Milliseconds that a process is halted, a connection held or a disk full: ten seconds in the long form. */
export const HALT_MS = faultRounds(10) * 1_000
/** Milliseconds of faults that are repeated often. */
export const FAULT_MS = 1_000
