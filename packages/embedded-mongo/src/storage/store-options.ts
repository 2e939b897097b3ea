import type { Disk } from './disk.ts'

/** How large the journal is, and when a checkpoint is written. */
export type StoreLimits = {
  /** bytes of the journal on disk, in eight files; when half of them are used, a checkpoint is written */
  journalBytes: number
  /** changes after which a checkpoint is written: a start carries out that many again */
  checkpointChanges: number
  /** milliseconds after the first change at which a checkpoint is written */
  checkpointInterval: number
}

export const DEFAULT_LIMITS: StoreLimits = {
  journalBytes: 64 * 1024 ** 2,
  checkpointChanges: 150_000,
  checkpointInterval: 60_000,
}

export type StoreOptions = {
  /** false: nothing is durable, for throw-away stores */
  sync?: boolean
  disk?: Disk
  /** true: a store whose LMDB file is gone begins anew, without its journal; else it does not start */
  replaceLostFile?: boolean
  limits?: Partial<StoreLimits>
}
