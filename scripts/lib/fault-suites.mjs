/** Endings of the tests that kill processes or cut the power: `npm run test:faults` runs them, `npm test` does not. */
export const FAULT_SUITES = ['kill', 'power-loss']
