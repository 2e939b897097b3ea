import type { AssetPointer } from '@wardtrack/contracts'
import { useEffect, useEffectEvent } from 'react'
import type { Insets, MapActions } from '../../map-engine/index.ts'
import { useNow } from '../../ui/use-now.ts'
import { type MapEngineHost, type OpenPlan, useMapEngine, useShownPlan } from '../map-canvas/index.ts'
import type { LivePointers } from './live-pointers.ts'
import type { MapScope } from './map-scope.ts'
import { drawChange, markersOf } from './pointer-markers.ts'

/** Maximum delay in milliseconds before the marker of a stale position looks stale. */
const staleStepMs = 30_000

/** Insets for the floor strip at the left, and for legend and zoom below. */
const desktop: Insets = { top: 10, right: 10, bottom: 58, left: 84 }
const none: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

interface FloorEngineOptions {
  readonly plan: OpenPlan | undefined
  readonly live: LivePointers
  /** Assets of the last fetch; a new array triggers an update of the markers. */
  readonly pointers: readonly AssetPointer[] | undefined
  readonly actions: MapActions
  readonly lookOf: MapScope['lookOf']
  /** Returns true if an asset is shown; hidden assets stay known but are not drawn. */
  readonly shows: (pointer: AssetPointer) => boolean
  readonly phone: boolean
}

/** Creates an engine that shows a plan and the assets on it. On a phone the plan fills the screen. */
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
  const metre = plan?.metres ? plan.size.width / plan.metres : 0
  const opened = plan ? `${plan.mapId} ${plan.size.width} ${plan.size.height}` : undefined
  // Runs after the plan was opened, which removes all markers. It draws the latest positions instead of the fetched
  // ones, because markers that have moved since must not move back.
  useEffect(() => {
    if (!engine || !opened) return undefined
    engine.setMarkers(markersOf((live.latest ?? []).filter(shows), { now, lookOf, metre }))
    return live.onChange((change) => drawChange(engine, change, { shows, now, lookOf, metre }))
  }, [engine, opened, live, now, lookOf, shows, metre])
  const drawRead = useEffectEvent((read: readonly AssetPointer[]) => {
    if (engine && opened && !live.hasWritten(read))
      engine.setMarkers(markersOf((live.latest ?? []).filter(shows), { now, lookOf, metre }))
  })
  useEffect(() => drawRead(pointers ?? []), [pointers])
  return map
}
