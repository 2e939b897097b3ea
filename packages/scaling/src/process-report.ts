import { randomUUID } from 'node:crypto'
import type { ScalingState } from '@wardtrack/contracts'
import { type Database, trusted } from '@wardtrack/database'
import type { Logger } from '@wardtrack/service-kit'
import type { Scaling } from './create-scaling.ts'
import type { SharedReads } from './shared-reads.ts'

/** Activity of a process in one minute. `at`: its start, in milliseconds; `lag`: items waiting at its end */
export type ReportMinute = {
  at: number
  hits: number
  misses: number
  unanswered: number
  sent: number
  applied: number
  lag: number
}

/** Last report of one process on its use of Redis and Kafka. */
export type StoredReport = {
  name: string
  /** time of writing, in milliseconds */
  at: number
  redis: ScalingState
  kafka: ScalingState
  /** the last hour, oldest first; the last entry is the current minute */
  minutes: ReportMinute[]
}

/** Reports this process's use of Redis and Kafka to the other processes. */
export type ProcessReport = {
  /** writes the report now */
  write(): Promise<void>
  close(): Promise<void>
}

type ReportParts = { db: Database; log: Logger; scaling: Scaling; sharedReads: SharedReads; name: string }

const PREFIX = 'scaling-report/'
const WRITE_MS = 2_000
const MINUTE_MS = 60_000
const KEPT_MINUTES = 60

/** Writes a report every two seconds while Redis or Kafka is enabled, even when neither is reachable. */
export function createProcessReport({ db, log, scaling, sharedReads, name }: ReportParts): ProcessReport {
  const _id = PREFIX + randomUUID()
  let minutes: ReportMinute[] = []
  let counted = { hits: 0, misses: 0, unanswered: 0, sent: 0, applied: 0 }
  let isStored = false
  const countMinute = (): void => {
    const { sent = 0, applied = 0, lag = 0 } = scaling.kafkaFigures() ?? {}
    const total = { ...sharedReads.figures(), sent, applied }
    const at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    if (minutes.at(-1)?.at !== at)
      minutes.push({ at, hits: 0, misses: 0, unanswered: 0, sent: 0, applied: 0, lag: 0 })
    const minute = minutes.at(-1) as ReportMinute
    for (const member of Object.keys(total) as (keyof typeof total)[])
      minute[member] += Math.max(0, total[member] - counted[member])
    minute.lag = lag
    counted = total
    minutes = minutes.slice(-KEPT_MINUTES)
  }
  const remove = async (): Promise<void> => {
    if (!isStored) return
    await db.models.system.deleteOne({ _id })
    isStored = false
  }
  const write = async (): Promise<void> => {
    const [redis, kafka] = [scaling.redis().state, scaling.kafka().state]
    if (redis === 'off' && kafka === 'off') return remove()
    countMinute()
    const value: StoredReport = { name, at: Date.now(), redis, kafka, minutes }
    await db.models.system.updateOne({ _id }, { $set: { value } }, { upsert: true })
    isStored = true
  }
  // Writes run one after another, so the report removed at the end is not written again.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (action: () => Promise<void>): Promise<void> => {
    last = last.catch(() => undefined).then(action)
    return last
  }
  const timer = setInterval(() => {
    inTurn(write).catch((error: unknown) =>
      log.debug({ err: error }, 'no report of scaling could be written'),
    )
  }, WRITE_MS).unref()
  return {
    write: () => inTurn(write),
    close: async () => {
      clearInterval(timer)
      await inTurn(remove)
    },
  }
}

/** Reads the reports of the last hour. It removes older ones, left by killed processes. */
export async function readProcessReports(db: Database): Promise<StoredReport[]> {
  const found = await db.models.system.find({ _id: trusted({ $gte: PREFIX, $lt: `${PREFIX}~` }) })
  const reports = found.map(({ _id, value }) => ({ _id, report: value as StoredReport }))
  const oldest = Date.now() - KEPT_MINUTES * MINUTE_MS
  const old = reports.filter(({ report }) => report.at < oldest).map(({ _id }) => _id)
  if (old.length > 0) await db.models.system.deleteMany({ _id: trusted({ $in: old }) })
  return reports.filter(({ report }) => report.at >= oldest).map(({ report }) => report)
}
