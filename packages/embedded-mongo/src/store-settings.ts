/** Default limits of a process's store. */
export const STORE_SETTINGS = {
  /** MB of the journal on disk; when half of it is used, a checkpoint is written */
  journalMb: 64,
  /** changes that wait in memory for a checkpoint, each with at most a page of 4 kB; a start after a crash repeats them */
  checkpointChanges: 300_000,
  /** seconds after which a checkpoint is written in any case */
  checkpointSeconds: 1800,
  /** maximum number of open cursors; above it the least recently read one ends */
  cursors: 10_000,
}
export type StoreSettings = typeof STORE_SETTINGS

/** Size of the journal and conditions for a checkpoint. */
export type StoreLimits = {
  /** bytes of the journal on disk, in eight files */
  journalBytes: number
  checkpointChanges: number
  /** milliseconds after the first change */
  checkpointInterval: number
}

/** Maximum milliseconds of Node's timers. */
const MAX_TIMER = 2 ** 31 - 1

/** Converts the settings to limits of the files. */
export const limitsOf = (settings: StoreSettings): StoreLimits => ({
  journalBytes: settings.journalMb * 1024 ** 2,
  checkpointChanges: settings.checkpointChanges,
  checkpointInterval: Math.min(settings.checkpointSeconds * 1000, MAX_TIMER),
})

/** Reads settings from the command line's JSON. @throws Error naming the invalid setting */
export function readStoreSettings(text: string): Partial<StoreSettings> {
  const settings: unknown = JSON.parse(text)
  for (const [name, value] of Object.entries(settings ?? {})) {
    if (!Object.hasOwn(STORE_SETTINGS, name)) throw new Error(`there is no setting ${name}`)
    if (!Number.isInteger(value) || value < 1) throw new Error(`${name} needs a whole number of at least 1`)
  }
  return settings as Partial<StoreSettings>
}
