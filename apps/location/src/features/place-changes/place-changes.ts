import { setTimeout } from 'node:timers/promises'
import type { ServiceParts } from '@wardtrack/access'
import { type Database, INTERNAL, trusted } from '@wardtrack/database'
import type { JobDefinition, Jobs } from '@wardtrack/jobs'
import type { PathChange, PlacePath } from './find-path-changes.ts'
import { followNames } from './follow-names.ts'
import { rewriteAssets } from './rewrite-assets.ts'

/** Assets that a request rewrites itself; the job rewrites the others. */
const MAX_INLINE = 1_000
/** Assets that the job rewrites between two reports of progress. */
const PAGE = 1_000
/** Time in milliseconds after which no process resolves positions with the old names any more. */
const NAMES_SETTLE_MS = 5_000

type Params = { changes: readonly PathChange[]; until: number }

/** Makes stored copies of names follow their places. */
export type PlaceChanges = {
  /**
   * Writes changes of paths, and lets the stored copies follow. The job that completes this starts first: a process
   * that dies in between leaves no old name.
   * @param write stores the changes and announces them
   * @param username the person or system that makes them
   */
  apply(changes: readonly PathChange[], write: () => Promise<void>, username: string): Promise<void>
}

/**
 * Creates the part that rewrites names in assets. A request rewrites the first assets itself, so that most renames are
 * complete when it answers. The job rewrites the rest, and looks again when every process knows the new names.
 */
export function createPlaceChanges(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'keyRing'>,
  jobs: Jobs,
): PlaceChanges {
  jobs.defineJob(createRenameJob(parts))
  return {
    apply: async (changes, write, username) => {
      if (changes.length === 0) return write()
      const ids = changes.map(({ hierarchyId }) => hierarchyId)
      const params: Params = { changes, until: Date.now() + NAMES_SETTLE_MS }
      await jobs.startJob('places.rename', params, { username }, { total: ids.length })
      await write()
      await followNames(parts, changes)
      await rewriteAll(parts.db, ids, { from: 0, most: MAX_INLINE })
    },
  }
}

/** Creates the job that completes the rewriting of names. Its cursor is the number of completed places. */
function createRenameJob(parts: Pick<ServiceParts, 'db' | 'bus' | 'keyRing'>): JobDefinition<Params, number> {
  return {
    kind: 'places.rename',
    run: async ({ params: { changes, until }, cursor }, { saveProgress, signal }) => {
      const places = changes.map(({ hierarchyId }) => hierarchyId)
      // A clock that was set back does not prolong the wait.
      const remaining = Math.min(NAMES_SETTLE_MS, Math.max(0, until - Date.now()))
      await setTimeout(remaining, undefined, { signal })
      if (cursor === undefined) await followNames(parts, changes)
      let from = cursor ?? 0
      while (!signal.aborted && from < places.length) {
        from = await rewriteAll(parts.db, places, { from, most: PAGE })
        await saveProgress(from, from, places.length)
      }
    },
  }
}

/** Rewrites assets of places from an index on. @returns index of the first place that is not complete */
async function rewriteAll(
  db: Database,
  ids: readonly string[],
  { from, most }: { from: number; most: number },
): Promise<number> {
  let remaining = most
  const paths = await presentPaths(db, ids.slice(from))
  for (let index = from; index < ids.length; index += 1) {
    const fullName = paths.get(ids[index] ?? '')
    if (fullName) remaining -= await rewriteAssets(db, { hierarchyId: ids[index] ?? '', fullName }, remaining)
    if (remaining <= 0) return index
  }
  return ids.length
}

/** Reads the paths at this moment: a later rename may have overtaken the job. */
async function presentPaths(
  { models }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const places = await models.places
    .find<PlacePath>({ provider: INTERNAL, hierarchyId: trusted({ $in: [...ids] }) })
    .select({ _id: 0, hierarchyId: 1, fullName: 1 })
  return new Map(places.map(({ hierarchyId, fullName }) => [hierarchyId, fullName]))
}
