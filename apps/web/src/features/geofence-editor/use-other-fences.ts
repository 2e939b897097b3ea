import type { Geofence } from '@wardtrack/contracts'
import { useEffect, useMemo } from 'react'
import type { MapEngine } from '../../map-engine/index.ts'
import { mapFenceOf } from '../geofences/index.ts'
import { type OpenPlan, openPlanKey } from '../map-canvas/index.ts'
import { outlineToSnap } from './drawing/fence-outline.ts'
import { shapeOfArea } from './drawing/fence-shape.ts'
import type { FenceTool } from './drawing/fence-tool.ts'
import type { RoomChoice } from './drawing/room-choice.ts'

interface OtherFences {
  readonly engine: MapEngine | undefined
  readonly plan: OpenPlan | undefined
  readonly fences: readonly Geofence[]
  /** Edited geofence, which the tool draws instead. */
  readonly edited: string | undefined
  /** Geofence hovered in the list. */
  readonly hovered: string | undefined
  readonly tool: FenceTool
  readonly rooms: RoomChoice | undefined
}

/**
 * Draws every geofence except the edited one at half opacity. Drawn shapes snap to them and to the walls of rooms.
 */
export function useOtherFences({ engine, plan, fences, edited, hovered, tool, rooms }: OtherFences): void {
  const opened = openPlanKey(engine, plan)
  const otherFences = useMemo(
    () =>
      fences
        .filter(({ _id }) => _id !== edited)
        .map((fence) => ({ ...mapFenceOf(fence), dimmed: true, highlighted: fence._id === hovered })),
    [fences, edited, hovered],
  )
  useEffect(() => {
    const otherShapes = fences.filter(({ _id }) => _id !== edited)
    const outlines = otherShapes.map(({ Coordinates }) => outlineToSnap(shapeOfArea(Coordinates)))
    tool.setSnapOutlines([...outlines, ...(rooms?.walls ?? [])])
  }, [fences, edited, tool, rooms])
  // Opening a plan removes all geofences from the map.
  useEffect(() => engine?.setFences(otherFences), [engine, opened, otherFences])
}
