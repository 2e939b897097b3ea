import type { MonitorMark } from '@wardtrack/contracts'

/** Monitors of a map, in the order of the list beside it. */
export type MonitorDrawing = readonly MonitorMark[]

/** Replaces the monitor with the same id, or adds the monitor. */
export function withMonitor(drawing: MonitorDrawing, mark: MonitorMark): MonitorDrawing {
  const isSame = ({ hierarchyId }: MonitorMark): boolean => hierarchyId === mark.hierarchyId
  return drawing.some(isSame) ? drawing.map((known) => (isSame(known) ? mark : known)) : [...drawing, mark]
}

/** Returns the monitors that moved or were added by a change, and those that were removed. */
export function changesBetween(
  before: MonitorDrawing,
  after: MonitorDrawing,
): { readonly placed: MonitorDrawing; readonly removed: MonitorDrawing } {
  const known = new Map(before.map((mark) => [mark.hierarchyId, mark]))
  const remainingIds = new Set(after.map(({ hierarchyId }) => hierarchyId))
  return {
    placed: after.filter((mark) => !isSamePlace(known.get(mark.hierarchyId), mark)),
    removed: before.filter(({ hierarchyId }) => !remainingIds.has(hierarchyId)),
  }
}

const isSamePlace = (a: MonitorMark | undefined, b: MonitorMark): boolean =>
  a?.xCoordinate === b.xCoordinate && a.yCoordinate === b.yCoordinate

/** True if both drawings have the same monitors at the same places. */
export function isSameDrawing(a: MonitorDrawing, b: MonitorDrawing): boolean {
  const { placed, removed } = changesBetween(a, b)
  return placed.length === 0 && removed.length === 0
}
