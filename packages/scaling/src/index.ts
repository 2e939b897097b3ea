export { createScaling, type Scaling, type ScalingUse } from './create-scaling.ts'
export {
  createProcessReport,
  type ProcessReport,
  type ReportMinute,
  readProcessReports,
} from './process-report.ts'
export { countActiveEquipment } from './scaling-settings.ts'
export type { LoadedRead, SharedRead } from './shared-read.ts'
export { createSharedReads, type SharedReads } from './shared-reads.ts'
