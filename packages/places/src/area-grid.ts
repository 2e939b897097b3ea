import { type FenceArea, isInArea } from './fence-area.ts'

/** An area of a map: its box, and its exact area unless it is a rectangle. */
export type GridArea = { x: number; y: number; x2: number; y2: number; area?: FenceArea }

/** Index that finds the areas of one map that contain a point. */
export type AreaGrid<A extends GridArea> = {
  /** adds the areas that contain the point, edges included */
  collectAt(x: number, y: number, into: A[]): void
}

/**
 * Maximum number of entries in all cells together, per area; beyond it, cells become larger. Bounds memory and build
 * time.
 */
const MAX_ENTRIES_PER_AREA = 8

type Frame = {
  x: number
  y: number
  columnsPerPixel: number
  rowsPerPixel: number
  columns: number
  rows: number
}

/**
 * Sorts areas into a grid with about as many cells as areas, so that a point is compared with only a few of them.
 */
export function createAreaGrid<A extends GridArea>(areas: readonly A[]): AreaGrid<A> {
  let maxCells = Math.max(1, areas.length)
  let frame = frameOf(areas, maxCells)
  while (maxCells > 1 && entriesOf(areas, frame) > areas.length * MAX_ENTRIES_PER_AREA) {
    maxCells = Math.floor(maxCells / 4)
    frame = frameOf(areas, Math.max(1, maxCells))
  }
  const cells = fillCells(areas, frame)
  const { x: left, y: top, columnsPerPixel, rowsPerPixel, columns, rows } = frame
  return {
    collectAt: (x, y, into) => {
      const column = Math.floor((x - left) * columnsPerPixel)
      const row = Math.floor((y - top) * rowsPerPixel)
      if (!(column >= 0 && column < columns && row >= 0 && row < rows)) return
      const cell = cells[row * columns + column]
      if (cell === undefined) return
      for (const one of cell)
        if (x >= one.x && x <= one.x2 && y >= one.y && y <= one.y2)
          if (!one.area || isInArea(one.area, x, y)) into.push(one)
    },
  }
}

/** Returns the smallest frame around all areas, divided into at most the requested number of nearly square cells. */
function frameOf(areas: readonly GridArea[], cells: number): Frame {
  let [x, y, x2, y2] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (const one of areas) {
    x = Math.min(x, one.x)
    y = Math.min(y, one.y)
    x2 = Math.max(x2, one.x2)
    y2 = Math.max(y2, one.y2)
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

function entriesOf(areas: readonly GridArea[], frame: Frame): number {
  let entries = 0
  for (const { x, y, x2, y2 } of areas)
    entries += (columnOf(frame, x2) - columnOf(frame, x) + 1) * (rowOf(frame, y2) - rowOf(frame, y) + 1)
  return entries
}

function fillCells<A extends GridArea>(areas: readonly A[], frame: Frame): (A[] | undefined)[] {
  const cells = new Array<A[] | undefined>(frame.columns * frame.rows).fill(undefined)
  for (const one of areas) {
    const lastColumn = columnOf(frame, one.x2)
    const lastRow = rowOf(frame, one.y2)
    for (let row = rowOf(frame, one.y); row <= lastRow; row += 1)
      for (let column = columnOf(frame, one.x); column <= lastColumn; column += 1) {
        const index = row * frame.columns + column
        const cell = cells[index]
        if (cell) cell.push(one)
        else cells[index] = [one]
      }
  }
  return cells
}
