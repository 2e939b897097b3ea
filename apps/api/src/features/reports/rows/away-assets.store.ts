import type { Levels } from '@wardtrack/contracts'
import { type Database, madeOnce, type Types, visitStored } from '@wardtrack/database'
import type { AssetFilter } from '../../assets/index.ts'
import { textOf } from '../row-texts.ts'

/** Assets whose last visit is looked up concurrently. */
const VISITS_AT_A_TIME = 50

const PLACED_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'CurrentLocation.fullPath': 1,
  'CurrentLocation.since': 1,
  'HomeLocation.fullPath': 1,
} as const
/**
 * Asset away from its home location. `since`: arrival at the current place, undefined when only its visits hold the
 * time.
 */
export type AwayAsset = { id: Types.ObjectId; AssetType: string; AssetId: string; since: Date | undefined }

/** Finds the assets of a filter that are away from home. Assets without a place are skipped. */
export async function findAway(db: Database, filter: AssetFilter): Promise<AwayAsset[]> {
  const away: AwayAsset[] = []
  const levelsAt = madeOnce((fullPath) => fullPath as Levels)
  const typeAt = madeOnce(textOf)
  await visitStored(db, 'assets', { filter, projection: PLACED_FIELDS }, (doc) => {
    const home = levelsAt(doc, 'HomeLocation', 'fullPath')
    const current = levelsAt(doc, 'CurrentLocation', 'fullPath')
    if (!home || !current || !differs(home, current)) return
    away.push({
      id: doc.id,
      AssetType: typeAt(doc, 'AssetType') ?? '',
      AssetId: textOf(doc.value('AssetId')),
      since: doc.value('CurrentLocation', 'since') as Date | undefined,
    })
  })
  return away
}

/** Returns true if a place is outside the levels of a home; equal paths are the same object. */
const differs = (home: Levels, current: Levels): boolean =>
  home !== current && Object.entries(home).some(([level, name]) => current[level] !== name)

/** Asset with its place, as far as needed for the arrival time. */
type Arrived = { id: Types.ObjectId; since: Date | undefined }

/**
 * Reads when assets arrived at their current place, by hexadecimal id; assets never seen are left out. The asset's
 * place holds the time, unless history is still being evaluated; then its visits do.
 */
export async function readArrivals(
  { models }: Database,
  assets: readonly Arrived[],
): Promise<ReadonlyMap<string, Date>> {
  const arrivals = new Map(assets.flatMap(({ id, since }) => (since ? [[id.toHexString(), since]] : [])))
  const unknown = assets.filter(({ since }) => !since).map(({ id }) => id)
  for (let start = 0; start < unknown.length; start += VISITS_AT_A_TIME) {
    const group = unknown.slice(start, start + VISITS_AT_A_TIME)
    // One query per asset: the index of visits by asset ends each query at its first entry.
    const visits = await Promise.all(
      group.map(async (asset) =>
        models.visits.find({ asset }).select({ from: 1 }).sort({ from: -1 }).limit(1),
      ),
    )
    for (const [index, [visit]] of visits.entries()) {
      const id = group[index]
      if (visit && id) arrivals.set(id.toHexString(), visit.from)
    }
  }
  return arrivals
}
