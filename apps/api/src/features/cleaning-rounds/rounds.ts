/** An infusion. Milliseconds; `from` is absent when it began before the period, `to` while it lasts. */
export type Infusion = { from?: number; to?: number }
/** That an asset began or ceased to report that it infuses. `at` in milliseconds. */
export type InfusionReport = { at: number; infuses: boolean }
/** A stay at a place of cleaning. Milliseconds; `to` is null while it lasts. */
export type CleaningVisit = { from: number; to: number | null }

/** What followed a use that ended. Milliseconds. */
export type Round = { usedUntil: number } & (
  | { kind: 'cleaned'; cleanedAt: number }
  | { kind: 'notCleaned'; usedAgainAt: number }
  | { kind: 'waiting' }
)

/** What is known of one asset, in the order of time. */
export type AssetCourse = {
  infusions: readonly Infusion[]
  cleaning: readonly CleaningVisit[]
  /** when it came to another place, milliseconds */
  arrivals: readonly number[]
}

/** A shorter pause is no end of a use: a bag is changed, a patient is brought somewhere. */
export const PAUSE_MS = 30 * 60_000

/**
 * The rounds of an asset: what followed each use that ended. Infusions belong to one use while nothing was cleaned between
 * them, and the pause is short or the asset stays where it is.
 * @param until end of the period, milliseconds
 */
export function roundsOf(course: AssetCourse, until: number): Round[] {
  const rounds: Round[] = []
  let usedUntil: number | undefined
  for (const { from, to } of course.infusions) {
    if (usedUntil !== undefined && from !== undefined) {
      const round = roundBetween(course, usedUntil, from)
      if (round) rounds.push(round)
    }
    usedUntil = to
  }
  if (usedUntil === undefined) return rounds
  const last = cleanedBetween(course.cleaning, usedUntil, until)
  rounds.push(last ?? { kind: 'waiting', usedUntil })
  return rounds
}

/** What followed a use; undefined when the next infusion continues it. */
function roundBetween(course: AssetCourse, usedUntil: number, usedAgainAt: number): Round | undefined {
  const cleaned = cleanedBetween(course.cleaning, usedUntil, usedAgainAt)
  if (cleaned) return cleaned
  const isLong = usedAgainAt - usedUntil >= PAUSE_MS
  const wasMoved = course.arrivals.some((at) => at > usedUntil && at <= usedAgainAt)
  return isLong && wasMoved ? { kind: 'notCleaned', usedUntil, usedAgainAt } : undefined
}

/** What is at a place of cleaning already when its use ends, is there at once. */
function cleanedBetween(
  visits: readonly CleaningVisit[],
  usedUntil: number,
  before: number,
): Round | undefined {
  const visit = visits.find(({ from, to }) => from < before && (to === null || to > usedUntil))
  return visit && { kind: 'cleaned', usedUntil, cleanedAt: Math.max(visit.from, usedUntil) }
}

/** Whether a course has pauses of which it matters whether the asset was moved in them. */
export const hasLongPauses = (infusions: readonly Infusion[]): boolean =>
  infusions.some(({ from }, place) => {
    const before = infusions[place - 1]?.to
    return before !== undefined && from !== undefined && from - before >= PAUSE_MS
  })

/**
 * The infusions that an asset reported, oldest first.
 * @param reports in the order of time
 * @param infuses whether it did before the first report
 */
export function infusionsOf(reports: readonly InfusionReport[], infuses: boolean): Infusion[] {
  const infusions: Infusion[] = infuses ? [{}] : []
  let isInfusing = infuses
  for (const report of reports) {
    const last = infusions.at(-1)
    if (report.infuses && !isInfusing) infusions.push({ from: report.at })
    if (!report.infuses && isInfusing && last) last.to = report.at
    isInfusing = report.infuses
  }
  return infusions
}
