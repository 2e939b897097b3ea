import type { AssetPointer } from '@wardtrack/contracts'
import { useEffect, useMemo } from 'react'
import type { Insets, MapActions } from '../../map-engine/index.ts'
import { useNow } from '../../ui/use-now.ts'
import { type OpenPlan, useMapEngine, useShownPlan } from '../floor-map/index.ts'
import { markersOf } from './pointer-markers.ts'

/** A position may be this much older than it looks before its marker is made to look stale. */
const staleCheckMs = 30_000

/** Room for the floor strip at the left, legend and zoom below. */
const desk: Insets = { top: 10, right: 10, bottom: 58, left: 84 }
const none: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

/** An engine that shows a plan and the devices on it. On a phone the plan fills the screen. */
export function useFloorEngine(
  plan: OpenPlan | undefined,
  pointers: readonly AssetPointer[] | undefined,
  actions: MapActions,
  phone: boolean,
) {
  const map = useMapEngine(actions)
  const { engine } = map
  useEffect(() => engine?.setFit({ kind: phone ? 'cover' : 'contain' }, phone ? none : desk), [engine, phone])
  useShownPlan(engine, plan)
  const now = Math.floor(useNow() / staleCheckMs) * staleCheckMs
  const markers = useMemo(() => markersOf(pointers ?? [], now), [pointers, now])
  const opened = plan ? `${plan.mapId} ${plan.size.width} ${plan.size.height}` : undefined
  // After the plan: opening a map takes every marker away.
  useEffect(() => {
    if (engine && opened) engine.setMarkers(markers)
  }, [engine, markers, opened])
  return map
}
