import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Database, openDatabase } from '@wardtrack/database'
import { readRetentionDays } from '@wardtrack/ingestion'
import { openCommandSealing } from '@wardtrack/service-runtime'
import { newRebuild, type RebuildProgress, rebuildAllSummaries } from '@wardtrack/summaries'
import type { StandaloneSettings } from '../config.ts'
import { reachStore } from '../embedded-store.ts'

type RebuildSettings = Pick<
  StandaloneSettings,
  'WARDTRACK_DATA_DIR' | 'MONGODB_URI' | 'WARDTRACK_STORE' | 'ENCRYPTION_KEY'
>

const DAY_MS = 86_400_000
/** File in the data directory with the progress of an interrupted run. */
const PROGRESS_FILE = 'rebuild-summaries.json'

/** Treatment of differences: `mend` corrects them, `compare` only counts them. */
export type RebuildMode = 'mend' | 'compare'

/**
 * Computes all summaries from history and corrects the stored ones, whether or not the product runs, on the embedded
 * store and on a MongoDB. An interrupted run is resumed.
 * @param print prints a line for the caller
 * @throws when there is no store, or the store is unreachable
 */
export async function rebuildSummaries(
  settings: RebuildSettings,
  print: (line: string) => void,
  mode: RebuildMode = 'mend',
): Promise<RebuildProgress> {
  const dataDir = resolve(settings.WARDTRACK_DATA_DIR)
  if (!settings.MONGODB_URI && !existsSync(join(dataDir, 'store')))
    throw new Error(
      `there is no store in ${dataDir}: set WARDTRACK_DATA_DIR or MONGODB_URI as for the server`,
    )
  const file = join(dataDir, PROGRESS_FILE)
  const progress = mode === 'mend' ? await readProgress(file) : newRebuild()
  if (progress.assets > 0) print(`Goes on after ${progress.assets} assets.`)
  const store = await reachStore(dataDir, settings)
  try {
    const db = await openDatabase(store.uri, { poolSize: 2 })
    try {
      const closeSealing = await openCommandSealing({ db, dataDir, secrets: settings.ENCRYPTION_KEY })
      const done = await rebuildFrom(db, { progress, mode, file }).finally(() => void closeSealing())
      for (const line of linesOf(done, mode)) print(line)
      return done
    } finally {
      await db.close()
    }
  } finally {
    await store.close?.()
  }
}

/** @param file file with the progress; deleted at the end */
async function rebuildFrom(
  db: Database,
  { progress, mode, file }: { progress: RebuildProgress; mode: RebuildMode; file: string },
): Promise<RebuildProgress> {
  const { historyDays } = await readRetentionDays(db)
  const oldest = new Date(Date.now() - historyDays * DAY_MS)
  const mends = mode === 'mend'
  const done = await rebuildAllSummaries(db, { progress, oldest, mends }, async (now) => {
    if (!mends) return
    await writeFile(`${file}.new`, JSON.stringify(now), { mode: 0o600 })
    await rename(`${file}.new`, file)
  })
  if (mends) await rm(file, { force: true })
  return done
}

/** Reads the progress of an earlier run; empty when there is none or it is unreadable. */
async function readProgress(file: string): Promise<RebuildProgress> {
  try {
    const { after, assets, differing } = JSON.parse(await readFile(file, 'utf8')) as RebuildProgress
    return /^[0-9a-f]{24}$/.test(after ?? '') && differing
      ? { ...(after ? { after } : {}), assets, differing }
      : newRebuild()
  } catch {
    return newRebuild()
  }
}

const linesOf = ({ assets, differing }: RebuildProgress, mode: RebuildMode): string[] => {
  const { visits, stateStretches, deviceAlarms } = differing
  const sum = visits + stateStretches + deviceAlarms
  return [
    `${assets} assets were worked out from history.`,
    sum === 0
      ? 'All summaries were as they should be.'
      : `${visits} visits, ${stateStretches} stretches of states and ${deviceAlarms} alarms differed${mode === 'mend' ? ' and were mended' : ''}.`,
  ]
}
