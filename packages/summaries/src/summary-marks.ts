import { type AssetDoc, type Database, type DueSummaries, Types, trusted } from '@wardtrack/database'
import { type StoreUpdate, updateEach } from '@wardtrack/ingestion'
import type { CacheMode } from '@wardtrack/service-kit'
import type { DueRange } from './series.types.ts'

/** The member of an asset that marks summaries to rebuild. */
export type DueMember = 'VisitsDue' | 'StretchesDue'
/** The period of an asset's history that has to be read again. */
export type DueMark = DueRange & { readonly asset: Types.ObjectId }
/** A marked asset as it was read. */
export type MarkedAsset = { _id: Types.ObjectId; due: DueSummaries }
/** An asset whose summaries this process rebuilds; other processes skip it until the claim expires. */
export type ClaimedAsset = { asset: AssetDoc; due: DueRange; id: Types.ObjectId; claimedAt: Date }

/** The end of history: everything after `from` is read again. */
export const END_OF_TIME = new Date('9999-12-31T23:59:59Z')
/** Extra time that a mark covers on both sides: late events come together, and one mark serves several. */
const MARGIN_MS = 60_000
/** Time for which taken periods are kept, at least: no event is longer on its way from its mark to history. */
const RECENT_MS = 600_000
/** Time in which a process has to rebuild the summaries of one asset, in milliseconds. */
const CLAIM_MS = 120_000

/** The marks of one member of assets: late events that are not in the summaries yet. */
export type SummaryMarks = {
  /** stores marks durably; marks that a stored one already covers cost nothing */
  add(marks: readonly DueMark[]): Promise<void>
  /** marked assets that no other process works on, the oldest mark first */
  find(most: number): Promise<MarkedAsset[]>
  /**
   * takes the marked period of an asset, so that later marks create a new one. Undefined when the mark has changed
   * since it was read, or another process has it
   */
  claim(marked: MarkedAsset): Promise<ClaimedAsset | undefined>
  /** ends the work: the asset stays marked if later marks came */
  clear(claimed: ClaimedAsset): Promise<void>
  /** returns the period, with its age, to the next process */
  release(claimed: ClaimedAsset): Promise<void>
}

/**
 * Creates the marks of one member. It remembers the marks of this process, so that a flood of late events is one
 * write.
 */
export function createSummaryMarks(
  { db, cacheMode }: { db: Database; cacheMode: CacheMode },
  member: DueMember,
): SummaryMarks {
  const { assets } = db.models
  // When other processes take marks, only the store knows which of them remain.
  const isRemembered = cacheMode === 'local'
  const remembered = new Map<string, DueRange>()
  let claims = 0
  const forget = (asset: Types.ObjectId): void => {
    remembered.delete(asset.toHexString())
    claims += 1
  }
  /** Reads stored marks that no process has taken. They cover new marks, whose history rows are already stored. */
  const readMarks = async (marks: readonly DueMark[]): Promise<ReadonlyMap<string, DueRange>> => {
    const ids = marks.map(({ asset }) => asset)
    const marked = await assets.find({ _id: trusted({ $in: ids }) }).select({ [member]: 1 })
    return new Map(
      marked.flatMap(({ _id, [member]: due }) => {
        const range = due && pendingOf(due)
        return range ? [[_id.toHexString(), range] as const] : []
      }),
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
      // Marks that were claimed during this write may be completed already, so they are not remembered.
      if (!isRemembered || claims !== claimsBefore) return
      for (const { asset, from, until } of added) {
        const key = asset.toHexString()
        remembered.set(key, joined(remembered.get(key) ?? { from, until }, { from, until }))
      }
    },
    find: async (most) => {
      const now = new Date()
      const marked = await assets
        .find({
          [`${member}.at`]: trusted({ $gte: new Date(0) }),
          ...(isRemembered ? {} : { [`${member}.claim.expiresAt`]: trusted({ $not: { $gt: now } }) }),
        })
        .select({ [member]: 1 })
        .sort({ [`${member}.at`]: 1 })
        .limit(most)
      return marked.flatMap(({ _id, [member]: due }) => (due ? [{ _id, due }] : []))
    },
    claim: async ({ _id, due }) => {
      const range = joinedRanges(pendingOf(due), due.claim)
      if (!range) return undefined
      forget(_id)
      const claimedAt = new Date()
      const recent = withTaken(due.recent, range, claimedAt)
      const claim = {
        id: new Types.ObjectId(),
        ...range,
        expiresAt: new Date(claimedAt.getTime() + CLAIM_MS),
      }
      const asset = await assets.findOneAndUpdate(
        {
          _id,
          [`${member}.token`]: due.token ?? trusted({ $exists: false }),
          [`${member}.claim.id`]: due.claim?.id ?? trusted({ $exists: false }),
        },
        {
          $set: { [`${member}.claim`]: claim, [`${member}.recent`]: recent },
          $unset: { [`${member}.from`]: '', [`${member}.until`]: '', [`${member}.token`]: '' },
        },
      )
      forget(_id)
      return asset ? { asset, due: range, id: claim.id, claimedAt } : undefined
    },
    clear: async ({ asset: { _id }, id, claimedAt }) => {
      const isClaim = { _id, [`${member}.claim.id`]: id }
      const { matchedCount } = await assets.updateOne(
        { ...isClaim, [`${member}.token`]: trusted({ $exists: false }) },
        { $unset: { [`${member}.at`]: '', [`${member}.claim`]: '' } },
      )
      if (matchedCount > 0) return
      await assets.updateOne(isClaim, {
        $unset: { [`${member}.claim`]: '' },
        $set: { [`${member}.at`]: claimedAt },
      })
    },
    release: async ({ asset: { _id }, id, due }) => {
      await assets.updateOne(
        { _id, [`${member}.claim.id`]: id },
        {
          $unset: { [`${member}.claim`]: '' },
          $min: { [`${member}.from`]: due.from },
          $max: { [`${member}.until`]: due.until },
          $set: { [`${member}.token`]: new Types.ObjectId() },
        },
      )
    },
  }
}

/** Returns the marked period that no process has taken. */
const pendingOf = ({ from, until, token }: DueSummaries): DueRange | undefined =>
  from && until && token ? { from, until } : undefined

/**
 * Adds a taken period to the recent ones. An event is marked before its row is stored, so a worker may take the mark in
 * between. If the event's process dies right after storing the row, only the recent periods lead to it.
 */
function withTaken(
  recent: DueSummaries['recent'],
  { from, until }: DueRange,
  now: Date,
): NonNullable<DueSummaries['recent']> {
  const taken = { from, until: until < now ? until : now }
  if (!recent) return { since: now, takenAt: now, ...taken }
  if (now.getTime() - recent.since.getTime() < RECENT_MS)
    return { ...recent, takenAt: now, ...joined(recent, taken) }
  return { since: now, takenAt: now, ...taken, earlier: { from: recent.from, until: recent.until } }
}

/** Returns the mark of the periods that were taken shortly before a process died. @see withTaken */
export const marksOfRecent = (asset: Types.ObjectId, due: DueSummaries | undefined, died: Date): DueMark[] =>
  due?.recent && due.recent.takenAt.getTime() >= died.getTime() - RECENT_MS
    ? [{ asset, ...joined(due.recent, due.recent.earlier ?? due.recent) }]
    : []

function isCovered(known: ReadonlyMap<string, DueRange>, { asset, from, until }: DueMark): boolean {
  const range = known.get(asset.toHexString())
  return range !== undefined && range.from <= from && until <= range.until
}

const joined = (a: DueRange, b: DueRange): DueRange => ({
  from: a.from < b.from ? a.from : b.from,
  until: a.until > b.until ? a.until : b.until,
})
const joinedRanges = (a: DueRange | undefined, b: DueRange | undefined): DueRange | undefined =>
  a && b ? joined(a, b) : (a ?? (b && { from: b.from, until: b.until }))

function joinedByAsset(marks: readonly DueMark[]): DueMark[] {
  const byAsset = new Map<string, DueMark>()
  for (const mark of marks) {
    const wide = { asset: mark.asset, ...withMargin(mark) }
    const key = mark.asset.toHexString()
    const known = byAsset.get(key)
    byAsset.set(key, known ? { ...wide, ...joined(known, wide) } : wide)
  }
  return [...byAsset.values()]
}

const withMargin = ({ from, until }: DueRange): DueRange => ({
  from: new Date(Math.max(0, from.getTime() - MARGIN_MS)),
  until: until >= END_OF_TIME ? END_OF_TIME : new Date(until.getTime() + MARGIN_MS),
})

const markUpdate = (member: DueMember, { asset, from, until }: DueMark): StoreUpdate => ({
  q: { _id: asset },
  u: {
    $min: { [`${member}.from`]: from, [`${member}.at`]: new Date() },
    $max: { [`${member}.until`]: until },
    $set: { [`${member}.token`]: new Types.ObjectId() },
  },
})

/** Creates a new mark for one that an earlier version stored without its age. */
export const withoutAge = (asset: Types.ObjectId, due: DueSummaries | undefined): DueMark[] =>
  due?.from && due.until && !due.at ? [{ asset, from: due.from, until: due.until }] : []
