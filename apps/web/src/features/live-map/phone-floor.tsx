import { useState } from 'react'
import { FloorCanvas, LoadingFloor, MapNotice, ZoomControl } from '../map-canvas/index.ts'
import { AssetList } from './asset-list.tsx'
import styles from './assets-map.module.css'
import { FloorError } from './floor-error.tsx'
import { type FloorProps, mapLabel, sheetHeight } from './floor-props.ts'
import { MapTurner } from './map-header.tsx'
import { useSubject } from './map-subject.ts'
import { MoreThanShown } from './more-than-shown.tsx'
import { PhoneSheet } from './phone-sheet.tsx'

const ignore = (): void => {}

/** The floor on a phone: the map fills the screen, what is chosen comes up in a sheet. */
export function PhoneFloor(props: FloorProps) {
  const { floors, plan, map, query, pointers, focused, marked, pointerOf, spoken, crowd, onCrowdClosed } =
    props
  const { engine } = map
  const subject = useSubject()
  const [listed, setListed] = useState(false)
  const name = floors.open?.name ?? ''
  const chosen = focused?.kind === 'marker' ? pointerOf(focused.id) : undefined
  const shown = crowd.length > 0 ? crowd : pointers
  const choose = (id: string): void => {
    setListed(false)
    onCrowdClosed()
    engine?.focusMarker(id)
    engine?.reveal(id, sheetHeight)
  }
  const openList = (open: boolean): void => {
    setListed(open)
    if (!open) onCrowdClosed()
  }
  return (
    <div className={styles.phone}>
      <FloorCanvas map={map} label={mapLabel(name, pointers.length, subject)} spoken={spoken}>
        {plan ? <MapNotice plan={plan} /> : <LoadingFloor />}
        <div className={styles.turner}>
          <MapTurner
            name={name}
            index={floors.index}
            total={floors.list.length}
            shown={query.data ? pointers.length : undefined}
            onTurn={floors.turn}
          />
        </div>
        <div className={styles.under}>
          <div className={styles.touchZoom}>
            <ZoomControl engine={engine} form="touch" />
          </div>
          {query.isError && !query.data ? (
            <FloorError query={query} />
          ) : (
            <PhoneSheet
              chosen={chosen}
              count={shown.length}
              listed={listed || crowd.length > 0}
              onListed={openList}
              list={
                <AssetList pointers={shown} order="unit" marked={marked} onPoint={ignore} onChoose={choose} />
              }
            />
          )}
        </div>
      </FloorCanvas>
      {query.data?.truncated ? <MoreThanShown count={query.data.pointers.length} /> : null}
    </div>
  )
}
