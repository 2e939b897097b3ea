import type { ServiceParts } from '@wardtrack/access'
import { type Database, trusted } from '@wardtrack/database'
import type { ServiceMetrics } from '@wardtrack/service-kit'
import type { DueMember } from './summary-marks.ts'

/** Number of marked assets of one kind, and the time of the oldest mark. */
export type MarkBacklog = { assets: number; oldest: Date | undefined }

type ShownMarks = Map<DueMember, MarkBacklog>

const INTERVAL_MS = 10_000
const KINDS: Readonly<Record<DueMember, string>> = { VisitsDue: 'visits', StretchesDue: 'states' }
/** Gauges by set of metrics: a process with several services has one set, where each gauge is registered once. */
const shownByMetrics = new WeakMap<ServiceMetrics, ShownMarks>()

/**
 * Counts the assets whose summaries do not yet contain late events. @param among condition on the assets; all when
 * left out
 */
export async function readMarkBacklog(
  { models }: Database,
  member: DueMember,
  among: Record<string, unknown> = {},
): Promise<MarkBacklog> {
  const marked = { ...among, [`${member}.at`]: trusted({ $gte: new Date(0) }) }
  const [oldest] = await models.assets
    .find(marked)
    .select({ [member]: 1 })
    .sort({ [`${member}.at`]: 1 })
    .limit(1)
  return {
    assets: oldest ? await models.assets.countDocuments(marked) : 0,
    oldest: oldest?.[member]?.at,
  }
}

/** Shows the marks of one kind in the metrics until it is closed. */
export function watchMarks(
  { db, log, clock, metrics }: Pick<ServiceParts, 'db' | 'log' | 'clock'> & { metrics?: ServiceMetrics },
  member: DueMember,
): { close(): void } {
  if (!metrics) return { close: () => undefined }
  const shown = shownByMetrics.get(metrics) ?? registerGauges(metrics, clock)
  shownByMetrics.set(metrics, shown)
  const look = (): void => {
    readMarkBacklog(db, member)
      .then((backlog) => shown.set(member, backlog))
      .catch((error: unknown) => log.debug({ err: error }, 'marks are counted later'))
  }
  look()
  const timer = setInterval(look, INTERVAL_MS)
  timer.unref()
  return {
    close: () => {
      clearInterval(timer)
      shown.delete(member)
    },
  }
}

function registerGauges(metrics: ServiceMetrics, clock: ServiceParts['clock']): ShownMarks {
  const shown: ShownMarks = new Map()
  const values = (read: (backlog: MarkBacklog) => number) => () =>
    [...shown].map(([member, backlog]) => ({ labels: { kind: KINDS[member] }, value: read(backlog) }))
  metrics.labelledGauge(
    'wardtrack_summary_marks',
    'Assets whose visits or states have to be worked out again because of late events',
    ['kind'],
    values(({ assets }) => assets),
  )
  metrics.labelledGauge(
    'wardtrack_summary_mark_age_seconds',
    'Time that the oldest of them has waited',
    ['kind'],
    values(({ oldest }) => (oldest ? Math.max(0, (clock.now() - oldest.getTime()) / 1000) : 0)),
  )
  return shown
}
