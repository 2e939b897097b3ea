import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import {
  type MapActions,
  MapEngine,
  type MapEngineOptions,
  type MapSnapshot,
} from '../../map-engine/index.ts'
import { useTokens } from '../../ui/scheme.ts'
import type { OpenPlan } from './plan.query.ts'

/** An engine and its host element. */
export interface MapEngineHost {
  readonly engine: MapEngine | undefined
  readonly setHost: (host: HTMLElement | null) => void
  /** True if the browser provides no canvas. */
  readonly unsupported: boolean
}

/** Creates a map engine for a host element and keeps its colours and actions up to date. */
export function useMapEngine(
  actions: MapActions,
  wheel: MapEngineOptions['wheel'] = 'always',
): MapEngineHost {
  const tokens = useTokens()
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [engine, setEngine] = useState<MapEngine | undefined>()
  const [unsupported, setUnsupported] = useState(false)
  // Colours and actions are updated below in the existing engine, so that their changes do not reset the view.
  const make = useEffectEvent((place: HTMLElement) => {
    try {
      return new MapEngine(place, { tokens, actions, wheel })
    } catch {
      setUnsupported(true)
      return undefined
    }
  })
  useEffect(() => {
    if (!host) return undefined
    const created = make(host)
    setEngine(created)
    return () => {
      created?.dispose()
      setEngine(undefined)
    }
  }, [host])
  useEffect(() => engine?.setTokens(tokens), [engine, tokens])
  useEffect(() => engine?.setActions(actions), [engine, actions])
  return { engine, setHost, unsupported }
}

const emptySnapshot: MapSnapshot = { zoom: 1, hovered: undefined, focused: undefined }

/** Returns the map's state for React. */
export function useMapSnapshot(engine: MapEngine | undefined): MapSnapshot {
  const subscribe = useCallback((changed: () => void) => engine?.subscribe(changed) ?? (() => {}), [engine])
  return useSyncExternalStore(subscribe, () => engine?.snapshot ?? emptySnapshot)
}

/** Opens a plan in the engine. A new image of the same map does not reset the view. */
export function useShownPlan(engine: MapEngine | undefined, plan: OpenPlan | undefined): void {
  const mapId = plan?.mapId
  const width = plan?.size.width ?? 0
  const height = plan?.size.height ?? 0
  useEffect(() => {
    if (engine && mapId !== undefined) engine.openMap({ width, height })
  }, [engine, mapId, width, height])
  useEffect(() => engine?.setPlan(plan?.image), [engine, plan?.image, mapId, width, height])
}
