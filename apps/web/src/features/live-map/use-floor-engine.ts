import type { AssetPointer } from '@wardtrack/contracts'
import { useEffect, useEffectEvent } from 'react'
import type { Insets, MapActions } from '../../map-engine/index.ts'
import { useNow } from '../../ui/use-now.ts'
import { type MapEngineHost, type OpenPlan, useMapEngine, useShownPlan } from '../map-canvas/index.ts'
import type { LivePointers } from './live-pointers.ts'
import type { MapScope } from './map-scope.ts'
import { drawChange, markersOf } from './pointer-markers.ts'

/** A position may be this much older than it looks before its marker is made to look stale. */
const staleStepMs = 30_000

/** Room for the floor strip at the left, legend and zoom below. */
const desktop: Insets = { top: 10, right: 10, bottom: 58, left: 84 }
const none: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

interface FloorEngineOptions {
  readonly plan: OpenPlan | undefined
  readonly live: LivePointers
  /** As last read: a change says that there is something new to take over. */
  readonly pointers: readonly AssetPointer[] | undefined
  readonly actions: MapActions
  readonly lookOf: MapScope['lookOf']
  /** Whether an asset is shown; the others stay known and undrawn. */
  readonly shows: (pointer: AssetPointer) => boolean
  readonly phone: boolean
}

/** An engine that shows a plan and the assets on it. On a phone the plan fills the screen. */
export function useFloorEngine(on: FloorEngineOptions): MapEngineHost {
  const { plan, live, pointers, actions, lookOf, shows, phone } = on
  const map = useMapEngine(actions)
  const { engine } = map
  useEffect(
    () => engine?.setFit({ kind: phone ? 'cover' : 'contain' }, phone ? none : desktop),
    [engine, phone],
  )
  useShownPlan(engine, plan)
  const now = Math.floor(useNow() / staleStepMs) * staleStepMs
  const opened = plan ? `${plan.mapId} ${plan.size.width} ${plan.size.height}` : undefined
  // After the plan: opening a map takes every marker away. What is drawn is the latest, not what was read: markers
  // may have moved on since, and must not go back.
  useEffect(() => {
    if (!engine || !opened) return undefined
    engine.setMarkers(markersOf((live.latest ?? []).filter(shows), now, lookOf))
    return live.onChange((change) => drawChange(engine, change, { shows, now, lookOf }))
  }, [engine, opened, live, now, lookOf, shows])
  const drawRead = useEffectEvent((read: readonly AssetPointer[]) => {
    if (engine && opened && !live.hasWritten(read))
      engine.setMarkers(markersOf((live.latest ?? []).filter(shows), now, lookOf))
  })
  useEffect(() => drawRead(pointers ?? []), [pointers])
  return map
}
