import { type AssetDoc, type Database, type DueSummaries, Types, trusted } from '@wardtrack/database'
import { type StoreUpdate, updateEach } from '@wardtrack/ingestion'
import type { CacheMode } from '@wardtrack/service-kit'
import type { DueRange } from './series.types.ts'

/** The member of an asset that says which of its summaries have to be worked out again. */
export type DueMember = 'VisitsDue' | 'StretchesDue'
/** What of an asset's history has to be looked at again. */
export type DueMark = DueRange & {
  readonly asset: Types.ObjectId
  /** members that are taken off the asset with it */
  readonly unset?: readonly string[]
}
/** An asset whose summaries this process works out: others leave it alone for a while. */
export type ClaimedAsset = { asset: AssetDoc; due: DueSummaries }

/** Everything up to the end of history. */
export const END_OF_TIME = new Date('9999-12-31T23:59:59Z')
/** So much more of history is looked at on both sides: events that come late come together, and one mark serves them. */
const MARGIN_MS = 600_000
/** How long a process has for the summaries of one asset, in milliseconds. */
const CLAIM_MS = 120_000

/** The marks that stand in assets: what came late and is not in the summaries yet. */
export type SummaryMarks = {
  /** stores marks durably; what a stored mark covers already costs nothing */
  add(marks: readonly DueMark[]): Promise<void>
  /** assets that are marked, so many at most */
  find(most: number): Promise<Types.ObjectId[]>
  /** takes the work of an asset; undefined when there is none, or another process has it */
  claim(asset: Types.ObjectId): Promise<ClaimedAsset | undefined>
  /** takes the mark off, unless another came meanwhile: then false. @param extra what is written with it, and on which condition */
  clear(claimed: ClaimedAsset): Promise<boolean>
  /** leaves the work to whoever comes next */
  release(claimed: ClaimedAsset): Promise<void>
}

/** Makes the marks of one member. What this process has marked it remembers, so that a flood of late events is one write. */
export function createSummaryMarks(
  { db, cacheMode }: { db: Database; cacheMode: CacheMode },
  member: DueMember,
): SummaryMarks {
  const { assets } = db.models
  // Where other processes work marks off, only the store knows which of them still stand.
  const isRemembered = cacheMode === 'local'
  const remembered = new Map<string, DueRange>()
  let claims = 0
  const forget = (asset: Types.ObjectId): void => {
    remembered.delete(asset.toHexString())
    claims += 1
  }
  /** Marks that stand in the store and that nobody works off yet: the rows of what is marked now are stored before that. */
  const readMarks = async (marks: readonly DueMark[]): Promise<ReadonlyMap<string, DueRange>> => {
    const ids = marks.map(({ asset }) => asset)
    const marked = await assets
      .find({ _id: trusted({ $in: ids }), [`${member}.token`]: trusted({ $exists: true }) })
      .select({ [member]: 1 })
    return new Map(
      marked.flatMap(({ _id, [member]: due }) =>
        due && !due.claimedUntil ? [[_id.toHexString(), due] as const] : [],
      ),
    )
  }
  return {
    add: async (marks) => {
      if (marks.length === 0) return
      const known = isRemembered ? remembered : await readMarks(marks)
      const added = joinedByAsset(marks.filter((mark) => !isCovered(known, mark)))
      if (added.length === 0) return
      const claimsBefore = claims
      await updateEach(
        db,
        'assets',
        added.map((mark) => markUpdate(member, mark)),
      )
      // What was claimed while it was written may be worked off already, and be no mark any more.
      if (!isRemembered || claims !== claimsBefore) return
      for (const { asset, from, until } of added) {
        const key = asset.toHexString()
        remembered.set(key, joined(remembered.get(key) ?? { from, until }, { from, until }))
      }
    },
    find: async (most) => {
      const marked = await assets
        .find({ [`${member}.token`]: trusted({ $exists: true }) })
        .select({ _id: 1 })
        .limit(most)
      return marked.map(({ _id }) => _id)
    },
    claim: async (_id) => {
      forget(_id)
      const now = Date.now()
      const asset = await assets.findOneAndUpdate(
        {
          _id,
          [`${member}.token`]: trusted({ $exists: true }),
          // A process that is alone works its assets one after the other: a claim is that of one that died.
          ...(isRemembered ? {} : { [`${member}.claimedUntil`]: trusted({ $not: { $gt: new Date(now) } }) }),
        },
        {
          $set: {
            [`${member}.token`]: new Types.ObjectId(),
            [`${member}.claimedUntil`]: new Date(now + CLAIM_MS),
          },
        },
      )
      forget(_id)
      const due = asset?.[member]
      return asset && due ? { asset, due } : undefined
    },
    clear: async ({ asset, due }) => {
      const { matchedCount } = await assets.updateOne(
        { _id: asset._id, [`${member}.token`]: due.token },
        { $unset: { [member]: '' } },
      )
      return matchedCount > 0
    },
    release: async ({ asset }) => {
      await assets.updateOne({ _id: asset._id }, { $unset: { [`${member}.claimedUntil`]: '' } })
    },
  }
}

function isCovered(known: ReadonlyMap<string, DueRange>, { asset, from, until, unset }: DueMark): boolean {
  const range = known.get(asset.toHexString())
  return !unset && range !== undefined && range.from <= from && until <= range.until
}

const joined = (a: DueRange, b: DueRange): DueRange => ({
  from: a.from < b.from ? a.from : b.from,
  until: a.until > b.until ? a.until : b.until,
})

function joinedByAsset(marks: readonly DueMark[]): DueMark[] {
  const byAsset = new Map<string, DueMark>()
  for (const mark of marks) {
    const wide = { ...mark, ...withMargin(mark) }
    const key = mark.asset.toHexString()
    const known = byAsset.get(key)
    const unset = [...(known?.unset ?? []), ...(mark.unset ?? [])]
    byAsset.set(key, {
      ...wide,
      ...(known ? joined(known, wide) : {}),
      ...(unset.length > 0 ? { unset } : {}),
    })
  }
  return [...byAsset.values()]
}

const withMargin = ({ from, until }: DueRange): DueRange => ({
  from: new Date(Math.max(0, from.getTime() - MARGIN_MS)),
  until: until >= END_OF_TIME ? END_OF_TIME : new Date(until.getTime() + MARGIN_MS),
})

/** A place without its `since` is another place to its writers: they count its writes. */
function markUpdate(member: DueMember, { asset, from, until, unset = [] }: DueMark): StoreUpdate {
  const isOfPlace = unset.some((path) => path.startsWith('CurrentLocation.'))
  return {
    q: { _id: asset },
    u: {
      $min: { [`${member}.from`]: from },
      $max: { [`${member}.until`]: until },
      $set: { [`${member}.token`]: new Types.ObjectId() },
      ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map((path) => [path, ''])) } : {}),
      ...(isOfPlace ? { $inc: { PlaceRev: 1 } } : {}),
    },
  }
}
