export type { AlertSeed } from './alert-seed.ts'
export { createFenceCalls } from './fences/fence-calls.ts'
