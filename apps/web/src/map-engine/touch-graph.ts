import { markerSize } from './marker.ts'
import type { MovingMarker } from './marker-store.ts'

interface Node {
  readonly id: string
  /** In screen pixels, pan left out. */
  readonly x: number
  readonly y: number
  readonly cell: number
}

/** Exceeds the number of cells along a plan's side at any scale. */
const cellsPerColumn = 1 << 16

/**
 * Graph of the markers whose shapes touch, updated one marker at a time. A cell is as large as a shape, so markers
 * that touch are in the same cell or in neighbouring cells.
 */
export class TouchGraph {
  readonly #nodes = new Map<string, Node>()
  readonly #cells = new Map<number, Node[]>()

  get size(): number {
    return this.#nodes.size
  }

  /** @param scale screen pixels per map pixel */
  fill(markers: Iterable<MovingMarker>, scale: number): void {
    this.clear()
    for (const moving of markers) this.put(moving, scale)
  }

  clear(): void {
    this.#nodes.clear()
    this.#cells.clear()
  }

  /** Adds a marker, or moves it to its current place. */
  put(moving: MovingMarker, scale: number): void {
    const { id } = moving.marker
    this.remove(id)
    const x = moving.marker.x * scale
    const y = moving.marker.y * scale
    const cell = cellOf(x) * cellsPerColumn + cellOf(y)
    const node = { id, x, y, cell }
    this.#nodes.set(id, node)
    const neighbours = this.#cells.get(cell)
    if (neighbours) neighbours.push(node)
    else this.#cells.set(cell, [node])
  }

  remove(id: string): void {
    const node = this.#nodes.get(id)
    if (!node) return
    this.#nodes.delete(id)
    const cell = this.#cells.get(node.cell)
    if (cell && cell.length > 1) cell.splice(cell.indexOf(node), 1)
    else this.#cells.delete(node.cell)
  }

  /**
   * Adds the ids of all markers connected to a marker, directly or through others, to `connected`. The search does
   * not follow ids already in the set, except the marker itself.
   * @returns false if the set grows beyond `limit`; the search then stops
   */
  collectConnected(id: string, connected: Set<string>, limit: number): boolean {
    const start = this.#nodes.get(id)
    if (!start) return true
    connected.add(id)
    const open = [start]
    for (let node = open.pop(); node; node = open.pop()) {
      if (connected.size > limit) return false
      for (let column = -1; column <= 1; column++) {
        for (let row = -1; row <= 1; row++) {
          for (const otherNode of this.#cells.get(node.cell + column * cellsPerColumn + row) ?? []) {
            if (connected.has(otherNode.id) || !touches(node, otherNode)) continue
            connected.add(otherNode.id)
            open.push(otherNode)
          }
        }
      }
    }
    return true
  }
}

/** Adds one, so that the cell before the first has a distinct number. */
const cellOf = (at: number): number => Math.floor(at / markerSize.shape) + 1

const touches = (a: Node, b: Node): boolean =>
  Math.abs(a.x - b.x) < markerSize.shape && Math.abs(a.y - b.y) < markerSize.shape
