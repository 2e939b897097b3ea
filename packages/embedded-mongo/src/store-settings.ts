/** What the store of a process may take, as people set it. */
export type StoreSettings = {
  /** MB of the journal on disk; when half of it is used, a checkpoint is written */
  journalMb: number
  /** changes that wait in memory for a checkpoint, each with a page of 4 kB at most; a start after a crash makes them again */
  checkpointChanges: number
  /** seconds after which they are written in any case */
  checkpointSeconds: number
  /** cursors that are open at a time; beyond it the one that was not read for the longest time ends */
  cursors: number
}

/** What a store starts with. */
export const STORE_SETTINGS: Readonly<StoreSettings> = {
  journalMb: 64,
  checkpointChanges: 300_000,
  checkpointSeconds: 1800,
  cursors: 10_000,
}

/** How large the journal is, and when a checkpoint is written. */
export type StoreLimits = {
  /** bytes of the journal on disk, in eight files */
  journalBytes: number
  checkpointChanges: number
  /** milliseconds after the first change */
  checkpointInterval: number
}

/** Node's timers take no more milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The settings as limits of the files. */
export const limitsOf = (settings: StoreSettings): StoreLimits => ({
  journalBytes: settings.journalMb * 1024 ** 2,
  checkpointChanges: settings.checkpointChanges,
  checkpointInterval: Math.min(settings.checkpointSeconds * 1000, LONGEST_TIMER),
})

/** Settings as the command line has them, JSON. @throws Error naming what is wrong */
export function readStoreSettings(text: string): Partial<StoreSettings> {
  const settings: unknown = JSON.parse(text)
  for (const [name, value] of Object.entries(settings ?? {})) {
    if (!Object.hasOwn(STORE_SETTINGS, name)) throw new Error(`there is no setting ${name}`)
    if (!Number.isInteger(value) || value < 1) throw new Error(`${name} needs a whole number of at least 1`)
  }
  return settings as Partial<StoreSettings>
}
