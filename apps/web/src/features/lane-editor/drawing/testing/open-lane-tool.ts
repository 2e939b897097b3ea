import { DrawingSurface } from '../../../../drawing-surface/drawing-surface.ts'
import { TestMap } from '../../../../map-engine/testing/test-map.ts'
import { withoutLonePoints } from '../lane-drawing.ts'
import { LaneTool } from '../lane-tool.ts'

const openMaps: TestMap[] = []

/** Opens the tool on a plan of 2000 × 1000 at half size, so screen coordinates are half the map coordinates. */
export function openLaneTool(): { test: TestMap; tool: LaneTool } {
  const test = new TestMap()
  openMaps.push(test)
  const tool = new LaneTool()
  tool.setSurface(new DrawingSurface())
  test.engine.setTool(tool)
  return { test, tool }
}

/** Disposes the maps of the opened tools. */
export function closeLaneTools(): void {
  for (const map of openMaps.splice(0)) map.dispose()
}

/** Returns the screen position of a point of the plan. */
export const onScreen = (x: number, y: number) => ({ x: x / 2, y: y / 2 })

/** Returns the corners of the finished lanes. */
export const lanesOf = ({ state }: LaneTool) =>
  withoutLonePoints(state.drawing).lanes.map((lane) => lane.map(({ x, y }) => [x, y]))

/** True while a lane is being drawn. */
export const isDrawing = ({ state }: LaneTool): boolean => state.drawing.open !== undefined
