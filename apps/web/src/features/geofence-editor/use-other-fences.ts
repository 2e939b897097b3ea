import type { Geofence } from '@wardtrack/contracts'
import { useEffect, useMemo } from 'react'
import type { MapEngine } from '../../map-engine/index.ts'
import { mapFenceOf } from '../geofences/index.ts'
import { type OpenPlan, openPlanKey } from '../map-canvas/index.ts'

interface OtherFences {
  readonly engine: MapEngine | undefined
  readonly plan: OpenPlan | undefined
  readonly fences: readonly Geofence[]
  /** The one that the tool draws instead. */
  readonly edited: string | undefined
  /** The one that is hovered in the list. */
  readonly hovered: string | undefined
}

/** Draws every fence but the one that is being changed, at half strength. */
export function useOtherFences({ engine, plan, fences, edited, hovered }: OtherFences): void {
  const opened = openPlanKey(engine, plan)
  const otherFences = useMemo(
    () =>
      fences
        .filter(({ _id }) => _id !== edited)
        .map((fence) => ({ ...mapFenceOf(fence), dimmed: true, highlighted: fence._id === hovered })),
    [fences, edited, hovered],
  )
  // Opening a plan takes every fence away.
  useEffect(() => engine?.setFences(otherFences), [engine, opened, otherFences])
}
