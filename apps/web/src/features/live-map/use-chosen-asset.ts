import { useEffect, useState } from 'react'
import type { MapEngine } from '../../map-engine/index.ts'
import { sheetHeight } from './floor-props.ts'

/**
 * Focuses the asset chosen in a phone's list on the map, above the sheet. If the plan is still loading, the choice
 * waits for it.
 */
export function useChosenAsset(engine: MapEngine | undefined, isPlanOpen: boolean) {
  const [waitingId, setWaitingId] = useState<string>()
  useEffect(() => {
    if (!engine || !isPlanOpen || waitingId === undefined) return
    engine.focusMarker(waitingId)
    engine.revealMarker(waitingId, sheetHeight)
    setWaitingId(undefined)
  }, [engine, isPlanOpen, waitingId])
  return { waitingId, choose: setWaitingId }
}
