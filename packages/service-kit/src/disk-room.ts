import { statfs } from 'node:fs/promises'
import type { Health } from './health.ts'
import type { ServiceMetrics } from './metrics.ts'

/** Whether there is disk space for what is pushed. */
export type DiskRoom = {
  /** false while the space that is left is kept for sign-ins and other small writes */
  hasRoom(): boolean
  /** hears that the store refused a write because its disk is full */
  noteFull(): void
  /** looks at the disk now */
  measure(): Promise<void>
  close(): void
}

/** What the room is measured by. */
export type DiskRoomOptions = {
  /** folder on the store's disk, when that is one of this machine */
  dir?: string
  /** bytes that pushes leave free */
  reservedBytes?: number
  now?: () => number
}

const RESERVED_BYTES = 64 * 1024 ** 2
const MEASURE_MS = 2_000
/** After the store refused a write, pushes stay away for so long; then one tries again. */
const FULL_MS = 5_000

/** Watches the disk, and tells readiness and metrics. It recovers by itself when there is room again. */
export function createDiskRoom(
  { health, metrics }: { health: Health; metrics: ServiceMetrics },
  { dir, reservedBytes = RESERVED_BYTES, now = () => performance.now() }: DiskRoomOptions = {},
): DiskRoom {
  let freeBytes = Number.POSITIVE_INFINITY
  let fullUntil = 0
  const hasRoom = (): boolean => freeBytes >= reservedBytes && now() >= fullUntil
  const measure = async (): Promise<void> => {
    if (dir === undefined) return
    // A disk that cannot be looked at tells nothing about its room: the writes themselves do.
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
