export type { AlertSeed } from './alert-seed.ts'
