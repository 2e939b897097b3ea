export { countActiveEquipment, createScaling, type Scaling, type ScalingUse } from './create-scaling.ts'
export {
  createProcessReport,
  createSharedReads,
  type LoadedRead,
  type ProcessReport,
  type ReportMinute,
  readProcessReports,
  type SharedRead,
  type SharedReads,
} from './process-report.ts'
