/**
 * Endings of the tests that kill processes, make them fail otherwise (connections, disks, clocks, memory), cut the power,
 * start several whole products or let one run for a while, and those that need another program in front:
 * `npm run test:faults` runs them, `npm test` does not.
 */
export const FAULT_SUITES = ['kill', 'fault-injection', 'power-loss', 'processes', 'endurance']

/** Ending of the tests that need a real Kafka broker: `npm run test:kafka` runs them, `npm test` does not. */
export const KAFKA_SUITE = 'kafka'
