import type { FloorMap } from './place-graph.ts'
import { roomAt } from './place-graph.ts'

interface AccessPoint {
  readonly x: number
  readonly y: number
}

const SPACING_METRES = 15
/** Distance from the nearest access point at which the signal ends. */
const REACH_METRES = 26

/** Loss of signal in rooms whose walls or machines absorb radio waves. */
const SHIELDED: Readonly<Record<string, number>> = { mri: 0.6, ct: 0.25, xray: 0.35, lift: 0.5, plant: 0.3 }

/** Returns access points along the corridors; in a building without known rooms, one at every few waypoints. */
function accessPoints(map: FloorMap): AccessPoint[] {
  const corridors = map.rooms.filter((room) => room.kind === 'corridor')
  if (corridors.length === 0) return map.level.waypoints.filter((_, index) => index % 8 === 0)
  return corridors.flatMap((room) => {
    const length = Math.max(room.w, room.h)
    const count = Math.max(1, Math.round((length * map.metresPerPixel) / SPACING_METRES))
    return Array.from({ length: count }, (_, index) => {
      const share = (index + 0.5) / count
      return room.w >= room.h
        ? { x: room.x + room.w * share, y: room.y + room.h / 2 }
        : { x: room.x + room.w / 2, y: room.y + room.h * share }
    })
  })
}

/**
 * Returns a function for the signal strength, 0 to 1, at a place of a floor: by distance to an access point, less the
 * loss in the room.
 */
export function wifiModel(floors: readonly FloorMap[]): (floor: number, x: number, y: number) => number {
  const points = floors.map(accessPoints)
  return (floor, x, y) => {
    const map = floors[floor]
    if (!map) return 0
    const nearest = Math.min(...(points[floor] ?? []).map((point) => Math.hypot(point.x - x, point.y - y)))
    const open = 1.04 - (nearest * map.metresPerPixel) / REACH_METRES
    return Math.max(0, open - (SHIELDED[roomAt(map, x, y)?.purpose ?? ''] ?? 0))
  }
}
