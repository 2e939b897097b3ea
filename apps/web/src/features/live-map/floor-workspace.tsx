import type { AssetPointer } from '@wardtrack/contracts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFooterNote } from '../../lib/footer-note.ts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { clockTime } from '../../lib/time.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { MapActions, MapEngine } from '../../map-engine/index.ts'
import { useMapSnapshot, useOpenPlan } from '../map-canvas/index.ts'
import { DesktopFloor } from './desktop-floor.tsx'
import { sheetHeight } from './floor-props.ts'
import { countText, useMapScope } from './map-scope.ts'
import { PhoneFloor } from './phone-floor.tsx'
import { pointerName } from './pointer-markers.ts'
import { TypeChips } from './type-chips.tsx'
import { useFloorEngine } from './use-floor-engine.ts'
import type { useFloorMaps } from './use-floor-maps.ts'
import { useLivePointers } from './use-live-pointers.ts'
import { type useHiddenTypes, useTypeCounts } from './use-type-filter.ts'

/**
 * Focuses the asset chosen in a phone's list on the map, above the sheet. If the plan is still loading, the choice
 * waits for it.
 */
function useChosenAsset(engine: MapEngine | undefined, isPlanOpen: boolean) {
  const [waitingId, setWaitingId] = useState<string>()
  useEffect(() => {
    if (!engine || !isPlanOpen || waitingId === undefined) return
    engine.focusMarker(waitingId)
    engine.revealMarker(waitingId, sheetHeight)
    setWaitingId(undefined)
  }, [engine, isPlanOpen, waitingId])
  return { waitingId, choose: setWaitingId }
}

interface FloorWorkspaceProps {
  readonly floors: ReturnType<typeof useFloorMaps>
  readonly search: string
  readonly hiding: ReturnType<typeof useHiddenTypes>
  /** Element for the type chips; null if there is only one type. */
  readonly chips: HTMLElement | null
}

function openDetails({ AssetType, AssetId }: AssetPointer): void {
  window.open(assetDetailHref(AssetType, AssetId), '_blank', 'noopener')
}

function latestTime(pointers: readonly AssetPointer[]): string {
  return pointers.reduce(
    (latest, { CurrentLocation: { time } }) => (time && time > latest ? time : latest),
    '',
  )
}

/** One floor with its assets: state shared by map and list, for all screen sizes. */
export function FloorWorkspace({ floors, search, hiding, chips }: FloorWorkspaceProps) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  const phone = usePhone()
  const plan = useOpenPlan(floors.open?.mapId)
  const { query, live } = useLivePointers(floors.open?.mapId, { scope, search })
  const read = query.data?.pointers
  const { shows } = hiding
  const pointers = useMemo(() => read?.filter(shows), [read, shows])
  const types = useTypeCounts(hiding.hidden, read)
  const byId = useMemo(() => new Map(pointers?.map((pointer) => [assetKey(pointer), pointer])), [pointers])
  const [clusterMembers, setClusterMembers] = useState<readonly string[]>([])
  const goToMap = (step: -1 | 1): void => {
    setClusterMembers([])
    floors.goToMap(step)
  }
  const actions: MapActions = {
    // A finger has no hover: its first tap shows the tooltip, the second opens the asset.
    openMarker: (id, by) => {
      const pointer = byId.get(id)
      const isFocused = map.engine?.snapshot.focused?.id === id
      if (pointer && (by === 'key' || by === 'mouse' || (isFocused && !phone))) {
        openDetails(pointer)
        return
      }
      map.engine?.focusMarker(id)
      if (phone) map.engine?.revealMarker(id, sheetHeight)
    },
    listCluster: setClusterMembers,
    goToMap,
  }
  const map = useFloorEngine({ plan, live, pointers: read, actions, lookOf: scope.lookOf, shows, phone })
  // Called after the hook that sets the markers, because effects run in this order.
  const { waitingId, choose } = useChosenAsset(map.engine, plan !== undefined)
  const { hovered, focused } = useMapSnapshot(map.engine)
  const pointerOf = useCallback((id: string) => byId.get(id), [byId])
  const time = latestTime(pointers ?? [])
  useFooterNote(time ? t('positionsTo', { time: clockTime(time) }) : '')
  usePageRefresh(() => void Promise.all([floors.maps.refetch(), query.refetch()]))

  const target = hovered ?? focused
  const highlighted = useMemo(
    () => new Set(target?.kind === 'cluster' ? target.members : target ? [target.id] : []),
    [target],
  )
  const announcement =
    focused?.kind === 'cluster' ? countText(scope, focused.members.length) : byId.get(focused?.id ?? '')
  const shared = {
    floors: { ...floors, goToMap },
    plan,
    map,
    query,
    pointers: pointers ?? [],
    target,
    focused: waitingId === undefined ? focused : ({ kind: 'marker', id: waitingId } as const),
    highlighted,
    pointerOf,
    announcement:
      typeof announcement === 'string' || announcement === undefined
        ? (announcement ?? '')
        : pointerName(announcement),
    clusterMembers: clusterMembers.flatMap((id) => byId.get(id) ?? []),
    onClusterClosed: () => setClusterMembers([]),
    onChoose: choose,
  }
  return (
    <>
      {chips ? createPortal(<TypeChips types={types} onToggle={hiding.toggle} />, chips) : null}
      {phone ? <PhoneFloor {...shared} /> : <DesktopFloor {...shared} />}
    </>
  )
}
