import type { DrawnArea } from '@wardtrack/contracts'
import type { Factor, Point } from './map-geometry.ts'

/**
 * Converts a drawn area to other units, such as from metres to pixels. A circle keeps its relative area when the
 * sides are scaled unevenly.
 */
export function scaledDrawing(area: DrawnArea, { x: across, y: down }: Factor): DrawnArea {
  const toScaled = ({ x, y }: Point): Point => ({ x: x * across, y: y * down })
  if (area.shape === 'polygon') return { ...area, points: area.points.map(toScaled) }
  if (area.shape === 'circle')
    return { ...area, centre: toScaled(area.centre), radius: area.radius * Math.sqrt(across * down) }
  const { w, h, x2, y2 } = area
  return {
    ...area,
    ...toScaled(area),
    ...(w === undefined ? {} : { w: w * across }),
    ...(h === undefined ? {} : { h: h * down }),
    ...(x2 === undefined ? {} : { x2: x2 * across }),
    ...(y2 === undefined ? {} : { y2: y2 * down }),
  }
}
