import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, type RetentionPreview, type StorageUsage, type StoredKind } from '@wardtrack/contracts'
import { countPrunable } from '@wardtrack/ingestion'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { readStorageUsage } from './storage-usage.ts'

/** Smallest figures shown: smaller ones are rounded up to these. */
const MIN_ROWS = 1_024
const MIN_BYTES = 16 * 1024 * 1024
const DAY_MS = 86_400_000
/** Kinds that count no patients. */
const OF_FILES: readonly StoredKind[] = ['logs', 'images']

/** Rounds a number up to a power of two, so that figures and their differences do not reveal hidden rows. */
const roundedUp = (value: number, least: number): number =>
  value <= 0 ? 0 : 2 ** Math.ceil(Math.log2(Math.max(value, least)))

const roundedDown = (value: number): number => (value < 1 ? 0 : 2 ** Math.floor(Math.log2(value)))

/** Rounds all figures for users without the patient-data flag, because rows of patients are included. */
function roundUsage(usage: StorageUsage): StorageUsage {
  const { disk, daysLeft } = usage
  return {
    ...usage,
    isRounded: true,
    kinds: usage.kinds.map(({ kind, count, bytes, bytesPerDay, days, oldest }) => ({
      kind,
      count: OF_FILES.includes(kind) ? count : roundedUp(count, MIN_ROWS),
      bytes: kind === 'images' ? bytes : roundedUp(bytes, MIN_BYTES),
      ...(bytesPerDay === undefined ? {} : { bytesPerDay: roundedUp(bytesPerDay, MIN_BYTES) }),
      ...(days === undefined ? {} : { days }),
      ...(oldest === undefined ? {} : { oldest: beginningOfDay(oldest) }),
    })),
    ...(disk ? { disk: { ...disk, freeBytes: disk.freeBytes - (disk.freeBytes % MIN_BYTES) } } : {}),
    bytesPerDay: roundedUp(usage.bytesPerDay, MIN_BYTES),
    ...(daysLeft === undefined ? {} : { daysLeft: roundedDown(daysLeft) }),
  }
}

/** Rounds the rows that a retention would delete, for users without the patient-data flag. */
const roundPreview = ({ logs, ...rows }: RetentionPreview): RetentionPreview => ({
  locationHistory: roundedUp(rows.locationHistory, MIN_ROWS),
  statusHistory: roundedUp(rows.statusHistory, MIN_ROWS),
  alerts: roundedUp(rows.alerts, MIN_ROWS),
  deadLetters: roundedUp(rows.deadLetters, MIN_ROWS),
  logs,
})

const beginningOfDay = (time: string): string => {
  const ms = Date.parse(time)
  return new Date(ms - (ms % DAY_MS)).toISOString()
}

/** Creates the calls of storage usage: the size of each kind, and the rows that a retention would delete. */
export const storageRoutes = (parts: ServiceParts): ServedCall<Actor>[] => [
  serve(calls.getStorageUsage)<Actor>(async (_input, { actor }) => {
    const viewer = sessionOf(actor)
    const usage = await readStorageUsage(parts, viewer)
    return { data: viewer.patientDataAccess ? usage : roundUsage(usage) }
  }),
  serve(calls.previewRetention)<Actor>(async ({ body }, { actor }) => {
    const preview = await countPrunable(parts, body, parts.clock.confirmedNow())
    return { data: sessionOf(actor).patientDataAccess ? preview : roundPreview(preview) }
  }),
]
