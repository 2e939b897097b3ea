import type { Geofence } from '@wardtrack/contracts'
import { useEffect, useMemo } from 'react'
import type { MapEngine, Rect } from '../../map-engine/index.ts'
import { mapFenceOf, outlineOfBody, stretchedArea } from '../geofences/index.ts'
import { type OpenPlan, openPlanKey } from '../map-canvas/index.ts'

interface OtherFences {
  readonly engine: MapEngine | undefined
  readonly plan: OpenPlan | undefined
  readonly fences: readonly Geofence[]
  /** The one of which the tool draws the rectangle instead. */
  readonly edited: string | undefined
  /** That rectangle as it is now. */
  readonly rect: Rect | undefined
  /** The one that is hovered in the list. */
  readonly hovered: string | undefined
}

/** Draws every fence but the one that is being changed, at half strength; of that one what it covers of its rectangle. */
export function useOtherFences({ engine, plan, fences, edited, rect, hovered }: OtherFences): void {
  const opened = openPlanKey(engine, plan)
  const otherFences = useMemo(
    () =>
      fences
        .filter(({ _id }) => _id !== edited)
        .map((fence) => ({ ...mapFenceOf(fence), dimmed: true, highlighted: fence._id === hovered })),
    [fences, edited, hovered],
  )
  const editedFence = useMemo(() => {
    const fence = fences.find(({ _id }) => _id === edited)
    const outline = fence && rect && outlineOfBody(stretchedArea(fence.Coordinates, rect))
    return fence && rect && outline ? [{ id: fence._id, name: fence.Name, ...rect, outline }] : []
  }, [fences, edited, rect])
  // Opening a plan takes every fence away.
  useEffect(
    () => engine?.setFences([...otherFences, ...editedFence]),
    [engine, opened, otherFences, editedFence],
  )
}
