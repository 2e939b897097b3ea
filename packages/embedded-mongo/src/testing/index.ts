export { compareOnce, type FaultRuns, noteFaultRuns } from './fault-runs.ts'
export { createHoldingDisk, type HoldingDisk } from './holding-disk.ts'
