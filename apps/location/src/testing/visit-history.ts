import type { Database, Types, VisitDoc } from '@wardtrack/database'
import { createMetadataMappingCache } from '@wardtrack/ingestion'
import { createPlaceCache } from '@wardtrack/places'
import { createRuleEvaluation } from '@wardtrack/rules'
import { createVisitSummarizer, type VisitSummarizer } from '@wardtrack/summaries'
import { createAlertRaiser } from '../features/alerts/index.ts'
import { startGeofenceEvaluation } from '../features/geofences/index.ts'
import type { Evaluators } from '../features/ingestion/asset-mover.ts'
import type { TestHospital } from './open-hospital.ts'

/** Compared fields of a visit: times in milliseconds. */
export type PlainVisit = {
  room: string
  from: number
  to: number | null
  previous: string | undefined
  lastSeenAt: number | undefined
  differsFrom: number | undefined
}

/** Returns the stored visits of an asset, in their order. */
export async function storedVisits({ models }: Database, asset: Types.ObjectId): Promise<PlainVisit[]> {
  const visits = await models.visits.find({ asset }).sort({ from: 1 })
  return visits.map((visit) => ({
    room: roomOf(visit),
    from: visit.from.getTime(),
    to: visit.to?.getTime() ?? null,
    previous: visit.previous && roomOf(visit.previous),
    lastSeenAt: visit.previous?.lastSeenAt.getTime(),
    differsFrom: visit.differsFrom,
  }))
}

const roomOf = ({ hierarchyId, fullPath }: Pick<VisitDoc, 'hierarchyId' | 'fullPath'>): string =>
  hierarchyId ?? fullPath['Level_2'] ?? ''

/**
 * Computes the visits of an asset from its whole history.
 * @param levelBetween number of the first level at which two rooms differ
 */
export async function visitsOfHistory(
  { models }: Database,
  asset: Types.ObjectId,
  levelBetween: (room: string, nextRoom: string) => number = () => 2,
): Promise<PlainVisit[]> {
  const rows = await models.locationHistory.find({ asset })
  const ranks = { primary: 0, none: 1, other: 2 }
  const inOrder = rows.toSorted(
    (a, b) =>
      a.time.getTime() - b.time.getTime() ||
      ranks[a.tagRole ?? 'none'] - ranks[b.tagRole ?? 'none'] ||
      a.receivedAt.getTime() - b.receivedAt.getTime() ||
      (a._id < b._id ? -1 : 1),
  )
  const visits: PlainVisit[] = []
  let last: { time: number; isPrimary: boolean } | undefined
  let seen = Number.NaN
  for (const { time: measured, tagRole, hierarchyId, fullPath } of inOrder) {
    const time = measured.getTime()
    if (time === seen) continue
    seen = time
    if (tagRole === 'other' && last?.isPrimary && time - last.time <= 90_000) continue
    const room = roomOf({ ...(hierarchyId === undefined ? {} : { hierarchyId }), fullPath })
    const open = visits.at(-1)
    if (open?.room !== room) {
      if (open) open.to = time
      const differsFrom = open && levelBetween(open.room, room)
      visits.push({ room, from: time, to: null, previous: open?.room, lastSeenAt: last?.time, differsFrom })
    }
    last = { time, isPrimary: tagRole === 'primary' }
  }
  return visits
}

/** A process that moves assets, with its summarizer. */
export type VisitProcess = {
  parts: TestHospital['parts']
  visits: VisitSummarizer
  evaluators: Evaluators
  /** ids of its claims on assets */
  claims: readonly Types.ObjectId[]
  /** @param isKilled true if the process must not write any more */
  close(isKilled: boolean): Promise<void>
}

/** Opens a process that can be killed. */
export function openVisitProcess({ parts }: TestHospital, cacheMode: 'local' | 'shared'): VisitProcess {
  let isDead = false
  const claims: Types.ObjectId[] = []
  const stored = parts.db.models.assets
  const findOneAndUpdate: typeof stored.findOneAndUpdate = (filter, update, options) => {
    const { $set } = update as { $set?: Record<string, unknown> }
    const claim = $set?.['VisitsDue.claim'] as { id: Types.ObjectId } | undefined
    if (claim) claims.push(claim.id)
    return stored.findOneAndUpdate(filter, update, options)
  }
  const assets: typeof stored = Object.assign(Object.create(stored), { findOneAndUpdate })
  const db = new Proxy(parts.db, {
    get: (target, member: keyof Database) => {
      if (isDead) throw new Error('this process was killed')
      return member === 'models' ? { ...target.models, assets } : target[member]
    },
  })
  const processParts = { ...parts, db, cacheMode, log: parts.log.child({}, { level: 'silent' }) }
  const places = createPlaceCache(parts)
  const mapping = createMetadataMappingCache(parts)
  const evaluation = startGeofenceEvaluation(parts, places, createAlertRaiser({ ...parts, places, mapping }))
  const ruleEvaluation = createRuleEvaluation(parts)
  const visits: VisitSummarizer = createVisitSummarizer({ ...processParts, places }, { oldest: () => 0 })
  return {
    parts: processParts,
    visits,
    claims,
    evaluators: { evaluation, ruleEvaluation, places },
    close: async (isKilled: boolean) => {
      isDead = isKilled
      await visits.close()
      await evaluation.close()
      ruleEvaluation.close()
      mapping.close()
      places.close()
    },
  }
}
