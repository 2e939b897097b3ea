import { statfs } from 'node:fs/promises'
import type { Health } from './health.ts'
import type { ServiceMetrics } from './metrics.ts'

/** Disk space for pushed data. */
export type DiskRoom = {
  /** false while the remaining space is reserved for sign-ins and other small writes */
  hasRoom(): boolean
  /** records that the store refused a write because its disk is full */
  noteFull(): void
  /** measures the disk now */
  measure(): Promise<void>
  close(): void
}

/** Options for measuring disk space. */
export type DiskRoomOptions = {
  /** folder on the store's disk, when the disk belongs to this machine */
  dir?: string
  /** bytes that pushes leave free */
  reservedBytes?: number
  now?: () => number
}

const RESERVED_BYTES = 64 * 1024 ** 2
const MEASURE_MS = 2_000
/** Time for which pushes are refused after the store refused a write; then a push tries again. */
const FULL_MS = 5_000

/** Watches the disk and reports to readiness and metrics. It recovers by itself when space is free again. */
export function createDiskRoom(
  { health, metrics }: { health: Health; metrics: ServiceMetrics },
  { dir, reservedBytes = RESERVED_BYTES, now = () => performance.now() }: DiskRoomOptions = {},
): DiskRoom {
  let freeBytes = Number.POSITIVE_INFINITY
  let fullUntil = 0
  const hasRoom = (): boolean => freeBytes >= reservedBytes && now() >= fullUntil
  const measure = async (): Promise<void> => {
    if (dir === undefined) return
    // A disk that cannot be measured reveals nothing about its space; failed writes reveal it instead.
    const found = await statfs(dir).catch(() => undefined)
    freeBytes = found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY
  }
  const timer = dir === undefined ? undefined : setInterval(() => void measure(), MEASURE_MS).unref()
  health.add('room', hasRoom, { required: false })
  metrics.gauge('wardtrack_disk_room', '1 while pushes are stored, 0 while the disk is full', () =>
    hasRoom() ? 1 : 0,
  )
  return {
    hasRoom,
    noteFull: () => {
      fullUntil = now() + FULL_MS
    },
    measure,
    close: () => clearInterval(timer),
  }
}
