import type { ServiceParts } from '@wardtrack/access'
import {
  type ProviderActivityDoc,
  type ProviderLogDoc,
  type ProviderLogFacts,
  trusted,
} from '@wardtrack/database'
import { timeSortedId } from './dead-letters.store.ts'
import type { OutcomeCounts } from './provider-logs.ts'
import { addCount } from './refusal-reasons.ts'
import { createTurnedAwayLines, type TurnedAway } from './turned-away.ts'

/**
 * Counts the outcomes of each provider's items. Counts are collected in memory and added to the store every few
 * seconds, so that all processes share the same figures. Providers without settings are not counted.
 */
export type ProviderActivityRecorder = {
  record(counts: OutcomeCounts): void
  /** writes a line into the provider's log. @param facts numbers and fixed words, never a sent value */
  note(provider: string, level: ProviderLogDoc['level'], event: string, facts?: ProviderLogFacts): void
  /** counts a request that gave no items; a provider without settings is not counted */
  noteTurnedAway(request: TurnedAway): Promise<void>
  /** adds the collected counts to the store */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Period of one figure in the chart. */
export const ACTIVITY_PERIOD_MS = 15 * 60_000
/** Returns the `_id` of a provider's total. */
export const activityTotalId = (provider: string): string => `${provider}|total`

const FLUSH_MS = 5_000
const PERIODS_KEPT_MS = 8 * 24 * 3_600_000
const LOG_KEPT_MS = 7 * 24 * 3_600_000
/** Limit of lines kept for one provider; beyond it the oldest are deleted. */
const MAX_LOG_LINES = 2_000
/** Limit of providers counted between two flushes; others are counted only in the metrics. */
const MAX_PROVIDERS = 200
const MAX_NOTES = 500

type Sums = Pick<ProviderActivityDoc, 'accepted' | 'duplicates' | 'unresolved' | 'refused'>
type Period = Sums & { provider: string; time: number; lastAt: number }

/** Creates the recorder of a process. */
export function createProviderActivity(
  parts: Pick<ServiceParts, 'db' | 'log' | 'access' | 'clock'>,
): ProviderActivityRecorder {
  const { db, log, access, clock } = parts
  let periods = new Map<string, Period>()
  let refusals = new Map<string, OutcomeCounts>()
  let notes: ProviderLogDoc[] = []
  const turnedAway = createTurnedAwayLines()
  const linesWritten = new Map<string, number>()
  let flushing: Promise<void> = Promise.resolve()

  const record = (counts: OutcomeCounts): void => {
    const { provider } = counts
    if (provider === '') return
    const now = clock.now()
    const time = now - (now % ACTIVITY_PERIOD_MS)
    const key = `${provider}|${time}`
    let period = periods.get(key)
    if (!period) {
      if (periods.size >= MAX_PROVIDERS) return
      period = { provider, time, lastAt: now, accepted: 0, duplicates: 0, unresolved: 0, refused: 0 }
      periods.set(key, period)
    }
    addSums(period, counts)
    period.lastAt = now
    if (counts.refused > 0) addRefusals(counts)
  }
  /** Many refusals between two flushes become one line of the log. */
  const addRefusals = (counts: OutcomeCounts): void => {
    const key = `${counts.provider} ${counts.endpoint}`
    const known = refusals.get(key)
    if (!known) {
      refusals.set(key, { ...counts, codes: { ...counts.codes }, reasons: { ...counts.reasons } })
      return
    }
    addSums(known, counts)
    for (const [code, count] of Object.entries(counts.codes))
      known.codes[code] = (known.codes[code] ?? 0) + count
    for (const [reason, count] of Object.entries(counts.reasons)) addCount(known.reasons, reason, count)
  }
  const note: ProviderActivityRecorder['note'] = (provider, level, event, facts = {}) => {
    if (notes.length < MAX_NOTES) notes.push(toLine(provider, level, event, facts, clock.now()))
  }
  const write = async (): Promise<void> => {
    const due = { periods: [...periods.values()], refusals: [...refusals.values()], notes }
    periods = new Map()
    refusals = new Map()
    notes = []
    const lines = [...due.notes]
    for (const { provider, endpoint, codes: _codes, reasons, ...sums } of due.refusals)
      lines.push(toLine(provider, 'warn', 'refused', { endpoint, ...sums, reasons }, clock.now()))
    const known = await access.providers.known()
    const counted = due.periods.filter(({ provider }) => known.has(provider))
    const remaining = lines.filter(({ provider }) => known.has(provider))
    if (counted.length > 0)
      await db.models.providerActivity.bulkWrite(counted.flatMap(toUpserts), { ordered: false })
    if (remaining.length > 0) await db.models.providerLog.insertMany(remaining, { ordered: false })
    await trimLogs(remaining)
  }
  const trimLogs = async (written: readonly ProviderLogDoc[]): Promise<void> => {
    for (const provider of new Set(written.map((line) => line.provider))) {
      const count =
        (linesWritten.get(provider) ?? 0) + written.filter((line) => line.provider === provider).length
      linesWritten.set(provider, count % (MAX_LOG_LINES / 10))
      if (count < MAX_LOG_LINES / 10) continue
      const [oldest] = await db.models.providerLog
        .find({ provider })
        .sort({ _id: -1 })
        .skip(MAX_LOG_LINES)
        .limit(1)
      if (oldest) await db.models.providerLog.deleteMany({ provider, _id: trusted({ $lte: oldest._id }) })
    }
  }
  const flush = (isEnd = false): Promise<void> => {
    flushing = flushing.then(async () => {
      for (const { provider, facts } of turnedAway.takeDue(clock.now(), isEnd))
        note(provider, 'warn', facts['code'] === 'no_items' ? 'no-items' : 'turned-away', facts)
      if (periods.size === 0 && notes.length === 0 && refusals.size === 0) return
      await write().catch((error: unknown) =>
        log.warn({ err: error }, 'activity of providers was not counted'),
      )
    })
    return flushing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()
  return {
    record,
    note,
    noteTurnedAway: async (request) => {
      if ((await access.providers.known()).has(request.provider)) turnedAway.note(request)
    },
    flush: () => flush(),
    close: async () => {
      clearInterval(timer)
      await flush(true)
    },
  }
}

function addSums(sum: Sums, counts: Sums): void {
  sum.accepted += counts.accepted
  sum.duplicates += counts.duplicates
  sum.unresolved += counts.unresolved
  sum.refused += counts.refused
}

/** Returns two updates for a period: one for the period's document, and one for the total. */
function toUpserts(period: Period): object[] {
  const { provider, time, lastAt, accepted, duplicates, unresolved, refused } = period
  const $inc = { accepted, duplicates, unresolved, refused }
  const upsert = (_id: string, $set: object) => ({
    updateOne: {
      filter: { _id },
      update: { $inc, $set: { provider, lastAt: new Date(lastAt), ...$set } },
      upsert: true,
    },
  })
  return [
    upsert(`${provider}|${time}`, { time: new Date(time), expiresAt: new Date(time + PERIODS_KEPT_MS) }),
    upsert(activityTotalId(provider), { time: new Date(time) }),
  ]
}

function toLine(
  provider: string,
  level: ProviderLogDoc['level'],
  event: string,
  facts: ProviderLogFacts,
  now: number,
): ProviderLogDoc {
  const time = new Date(now)
  return {
    _id: timeSortedId(time),
    provider,
    time,
    level,
    event,
    facts,
    expiresAt: new Date(now + LOG_KEPT_MS),
  }
}
