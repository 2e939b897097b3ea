/** Infusion in milliseconds; `from` is missing when it began before the period, `to` while it lasts. */
export type Infusion = { from?: number; to?: number }
/** Report that an infusion of an asset started or ended. `at` in milliseconds. */
export type InfusionReport = { at: number; infuses: boolean }
/** Stay at a cleaning place in milliseconds; `to` is null while it lasts. */
export type CleaningVisit = { from: number; to: number | null }

/** Outcome of a use that ended. Milliseconds. */
export type Round = { usedUntil: number } & (
  | { kind: 'cleaned'; cleanedAt: number }
  | { kind: 'notCleaned'; usedAgainAt: number }
  | { kind: 'waiting' }
)

/** Events of one asset in time order. */
export type AssetCourse = {
  infusions: readonly Infusion[]
  cleaning: readonly CleaningVisit[]
  /** arrivals at other places, milliseconds */
  arrivals: readonly number[]
}

/** Pauses shorter than this do not end a use: a bag is changed, or a patient is moved. */
export const PAUSE_MS = 30 * 60_000

/**
 * Returns the rounds of an asset: the outcome of each use that ended. Infusions belong to one use if no cleaning lies
 * between them, and the pause is short or the asset does not move.
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

/** Returns the outcome of a use; undefined when the next infusion continues the use. */
function roundBetween(course: AssetCourse, usedUntil: number, usedAgainAt: number): Round | undefined {
  const cleaned = cleanedBetween(course.cleaning, usedUntil, usedAgainAt)
  if (cleaned) return cleaned
  const isLong = usedAgainAt - usedUntil >= PAUSE_MS
  const wasMoved = course.arrivals.some((at) => at > usedUntil && at <= usedAgainAt)
  return isLong && wasMoved ? { kind: 'notCleaned', usedUntil, usedAgainAt } : undefined
}

/**
 * Finds the cleaning between two uses. An asset already at a cleaning place when its use ends counts as arriving at
 * that moment.
 */
function cleanedBetween(
  visits: readonly CleaningVisit[],
  usedUntil: number,
  before: number,
): Round | undefined {
  const visit = visits.find(({ from, to }) => from < before && (to === null || to > usedUntil))
  return visit && { kind: 'cleaned', usedUntil, cleanedAt: Math.max(visit.from, usedUntil) }
}

/** Returns true if some pauses are so long that a move within them ends the use. */
export const hasLongPauses = (infusions: readonly Infusion[]): boolean =>
  infusions.some(({ from }, place) => {
    const before = infusions[place - 1]?.to
    return before !== undefined && from !== undefined && from - before >= PAUSE_MS
  })

/**
 * Returns the infusions of an asset, oldest first.
 * @param reports reports in time order
 * @param infuses true if the asset infused before the first report
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
