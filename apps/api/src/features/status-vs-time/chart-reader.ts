import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { ChartPoint, CriteriaBody, Sort } from '@wardtrack/contracts'
import type { ReadCriteria, Types } from '@wardtrack/database'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { StateCounts, type StateReader } from '../state-snapshots/index.ts'
import { readChartCriteria } from './chart-range.ts'

const SECOND = 1
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Bucket widths that are readable on an axis, in seconds. */
const WIDTHS = [
  ...[1, 2, 4, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 4, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 4, 7].map((count) => count * DAY),
] as const
const WIDEST = 7 * DAY
const MAX_BUCKETS = 120

/** Buckets of a chart, with start and end times in milliseconds. */
type ChartBuckets = { seconds: number; starts: number[]; ends: number[] }

/**
 * Divides a range into 60 to 120 buckets of the smallest possible width; the last one ends with the range.
 * @param start milliseconds
 * @param end milliseconds, a minute to 366 days after the start
 */
export function chartBuckets(start: number, end: number): ChartBuckets {
  const leastWidth = (end - start) / 1000 / MAX_BUCKETS
  const seconds = WIDTHS.find((width) => width >= leastWidth) ?? WIDEST
  const width = seconds * 1000
  const count = Math.ceil((end - start) / width)
  const starts = Array.from({ length: count }, (_, bucket) => start + bucket * width)
  return { seconds, starts, ends: starts.map((time) => Math.min(time + width, end)) }
}

/** Chart with its criteria as sent and its points, oldest first; no points when no state was ever reported. */
export type Chart = { criteria: ReadCriteria; points: ChartPoint[]; bucketSeconds: number }

/** Reader of charts of states over time. */
export type ChartReader = {
  /** @throws ApiError 400 */
  read(body: CriteriaBody, actor: SessionActor): Promise<Chart>
  /**
   * returns the assets that match criteria, by type and id; inactive ones are included, because the chart covers the
   * past
   */
  idsOf(criteria: ReadCriteria, actor: SessionActor): Promise<Types.ObjectId[]>
}

const BY_ID: readonly Sort[] = [
  { sortField: 'AssetType', sortDirection: 1 },
  { sortField: 'AssetId', sortDirection: 1 },
]

/** Creates the reader. */
export function createChartReader(
  { clock }: Pick<ServiceParts, 'clock'>,
  metadata: MetadataStore,
  { lists, states }: { lists: AssetLists; states: StateReader },
): ChartReader {
  const idsOf = async (criteria: ReadCriteria, actor: SessionActor): Promise<Types.ObjectId[]> => {
    const ids = await lists.ids(criteria, { actor, activeByDefault: false }, BY_ID)
    return ids.slice(0, ids.length)
  }
  const countAt = async (assets: readonly string[], moments: readonly number[]) => {
    const counts: StateCounts[] = []
    await states.walk(assets, moments, (words, moment) => {
      const counted = new StateCounts()
      for (const word of words) counted.add(word)
      counts[moment] = counted
    })
    return counts.map((counted) => counted.members())
  }
  return {
    idsOf,
    read: async (body, actor) => {
      const fields = await metadata.criteriaFields()
      const { criteria, asked, start, end } = readChartCriteria(body, fields, clock.now())
      const buckets = chartBuckets(start, end)
      const assets = (await idsOf(criteria, actor)).map((id) => id.toHexString())
      const counts = await countAt(assets, buckets.ends)
      const hasStates = counts.some((members) => Object.values(members).some((count) => count > 0))
      const points = hasStates
        ? counts.map((members, bucket) => ({
            createdAt: new Date(buckets.starts[bucket] ?? start).toISOString(),
            ...members,
          }))
        : []
      return { criteria: asked, points, bucketSeconds: buckets.seconds }
    },
  }
}
