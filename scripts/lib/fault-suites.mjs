/**
 * Endings of the tests that kill processes, cut the power, start several whole products or let one run for a while:
 * `npm run test:faults` runs them, `npm test` does not.
 */
export const FAULT_SUITES = ['kill', 'power-loss', 'processes', 'endurance']
