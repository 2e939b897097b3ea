import { useEffect, useState } from 'react'
import type { MapEngine } from '../../map-engine/index.ts'
import { sheetHeight } from './floor-props.ts'

/**
 * The asset that was chosen in the list of a phone: focused on the map, above the sheet. One that is chosen while the
 * plan still loads waits for it.
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
