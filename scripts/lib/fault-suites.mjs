/**
 * File endings of test suites that `npm run test:faults` runs and `npm test` does not. They kill processes, make
 * connections, disks, clocks and memory fail, or cut the power. Others start several whole products, run for a while,
 * or need another program in front.
 */
export const FAULT_SUITES = ['kill', 'fault-injection', 'power-loss', 'processes', 'endurance']

/** File ending of the tests that need a real Kafka broker: `npm run test:kafka` runs them, `npm test` does not. */
export const KAFKA_SUITE = 'kafka'
