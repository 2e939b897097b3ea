import type { GeofenceDwell } from '@wardtrack/database'
import { isInArea } from '@wardtrack/places'
import { type Fence, isDwellOf, type Spot } from './fence.ts'

/** All enabled fences, indexed by dwell and by spot. */
export type FenceSet = {
  readonly size: number
  /** returns the fence of a dwell, unless it was deleted, changed or no longer applies to this asset type */
  byDwell(dwell: GeofenceDwell, assetType: string): Fence | undefined
  /** adds the fences that contain the spot */
  collectAt(spot: Spot, into: Fence[]): void
}

/** Creates a fence set with one spatial index per map. */
export function createFenceSet(fences: readonly Fence[]): FenceSet {
  const byId = new Map(fences.map((fence) => [fence.id, fence]))
  const byMap = new Map<string, Fence[]>()
  for (const fence of byId.values()) {
    const fencesOfMap = byMap.get(fence.mapId)
    if (fencesOfMap) fencesOfMap.push(fence)
    else byMap.set(fence.mapId, [fence])
  }
  const grids = new Map([...byMap].map(([mapId, fencesOfMap]) => [mapId, createFenceGrid(fencesOfMap)]))
  return {
    size: byId.size,
    byDwell: (dwell, assetType) => {
      const fence = byId.get(dwell.fence)
      return fence && isDwellOf(dwell, fence) && fence.assetTypes.has(assetType) ? fence : undefined
    },
    collectAt: ({ mapId, x, y }, into) => {
      if (mapId !== null && x !== null && y !== null) grids.get(mapId)?.collectAt(x, y, into)
    },
  }
}

/** Index that finds the fences of one map that contain a point. */
export type FenceGrid = {
  /** adds the fences that contain the point, without tolerances */
  collectAt(x: number, y: number, into: Fence[]): void
}

/**
 * Maximum number of entries in all cells together, per fence; beyond it, cells become larger. Bounds memory and build
 * time.
 */
const MAX_ENTRIES_PER_FENCE = 8

type Frame = {
  x: number
  y: number
  columnsPerPixel: number
  rowsPerPixel: number
  columns: number
  rows: number
}

/**
 * Sorts fences into a grid with about as many cells as fences, so that a point is compared with only a few of them.
 */
export function createFenceGrid(fences: readonly Fence[]): FenceGrid {
  let maxCells = Math.max(1, fences.length)
  let frame = frameOf(fences, maxCells)
  while (maxCells > 1 && entriesOf(fences, frame) > fences.length * MAX_ENTRIES_PER_FENCE) {
    maxCells = Math.floor(maxCells / 4)
    frame = frameOf(fences, Math.max(1, maxCells))
  }
  const cells = fillCells(fences, frame)
  const { x: left, y: top, columnsPerPixel, rowsPerPixel, columns, rows } = frame
  return {
    collectAt: (x, y, into) => {
      const column = Math.floor((x - left) * columnsPerPixel)
      const row = Math.floor((y - top) * rowsPerPixel)
      if (!(column >= 0 && column < columns && row >= 0 && row < rows)) return
      const cell = cells[row * columns + column]
      if (cell === undefined) return
      for (const fence of cell)
        if (x >= fence.x && x <= fence.x2 && y >= fence.y && y <= fence.y2)
          if (!fence.area || isInArea(fence.area, x, y)) into.push(fence)
    },
  }
}

/** Returns the smallest frame around all fences, divided into at most the requested number of nearly square cells. */
function frameOf(fences: readonly Fence[], cells: number): Frame {
  let [x, y, x2, y2] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (const fence of fences) {
    x = Math.min(x, fence.x)
    y = Math.min(y, fence.y)
    x2 = Math.max(x2, fence.x2)
    y2 = Math.max(y2, fence.y2)
  }
  const width = Math.max(x2 - x, 1)
  const height = Math.max(y2 - y, 1)
  const columns = Math.min(cells, Math.max(1, Math.round(Math.sqrt((cells * width) / height))))
  const rows = Math.max(1, Math.floor(cells / columns))
  // The right and lower edges belong to the last column and row, which therefore extend slightly beyond them.
  const edgeMargin = 1 + 1e-9
  return {
    x,
    y,
    columns,
    rows,
    columnsPerPixel: columns / (width * edgeMargin),
    rowsPerPixel: rows / (height * edgeMargin),
  }
}

const columnOf = (frame: Frame, x: number): number => Math.floor((x - frame.x) * frame.columnsPerPixel)
const rowOf = (frame: Frame, y: number): number => Math.floor((y - frame.y) * frame.rowsPerPixel)

function entriesOf(fences: readonly Fence[], frame: Frame): number {
  let entries = 0
  for (const { x, y, x2, y2 } of fences)
    entries += (columnOf(frame, x2) - columnOf(frame, x) + 1) * (rowOf(frame, y2) - rowOf(frame, y) + 1)
  return entries
}

function fillCells(fences: readonly Fence[], frame: Frame): (Fence[] | undefined)[] {
  const cells = new Array<Fence[] | undefined>(frame.columns * frame.rows).fill(undefined)
  for (const fence of fences) {
    const lastColumn = columnOf(frame, fence.x2)
    const lastRow = rowOf(frame, fence.y2)
    for (let row = rowOf(frame, fence.y); row <= lastRow; row += 1)
      for (let column = columnOf(frame, fence.x); column <= lastColumn; column += 1) {
        const index = row * frame.columns + column
        const cell = cells[index]
        if (cell) cell.push(fence)
        else cells[index] = [fence]
      }
  }
  return cells
}
