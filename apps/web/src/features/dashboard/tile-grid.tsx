import type { PlacedTile } from '@wardtrack/contracts'
import { tileKey } from '@wardtrack/contracts/dashboard-tiles'
import { GripVertical } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LayoutChange } from './layout-edit.ts'
import { TileControls } from './tile-controls.tsx'
import styles from './tile-grid.module.css'
import { type TilePlace, TilePlaceProvider } from './tile-place.ts'
import { TILES } from './tile-registry.ts'
import type { TileNames } from './use-tile-names.ts'

interface TileGridProps {
  readonly tiles: readonly PlacedTile[]
  readonly names: TileNames
  /** Changes the layout; undefined outside editing. */
  readonly onChange: ((change: LayoutChange) => void) | undefined
}

/** Tiles in their order, from left to right and from top to bottom. */
export function TileGrid({ tiles, names, onChange }: TileGridProps) {
  const { t } = useTranslation('dashboard')
  const drag = useTileDrag(tiles, onChange)
  return (
    <ul className={styles.grid} aria-label={t('tiles')}>
      {tiles.map((placed, index) => {
        const key = tileKey(placed)
        const { Content } = TILES[placed.tile]
        const title = names.title(placed)
        const place: TilePlace = {
          title,
          path: names.path(placed),
          size: placed.size,
          editing: onChange && {
            handle: <GripVertical className={styles.handle} size={16} strokeWidth={1.8} aria-hidden />,
            controls: (
              <TileControls
                tileKey={key}
                title={title}
                size={placed.size}
                index={index}
                count={tiles.length}
                onChange={onChange}
              />
            ),
          },
        }
        return (
          <li
            key={key}
            className={`${styles.cell} ${styles[placed.size]} ${key === drag.over ? styles.over : ''}`}
            {...(onChange ? drag.propsOf(key, index) : {})}
          >
            <TilePlaceProvider value={place}>
              <Content reportId={placed.reportId ?? ''} />
            </TilePlaceProvider>
          </li>
        )
      })}
    </ul>
  )
}

/** Moves tiles by dragging them onto each other. */
function useTileDrag(tiles: readonly PlacedTile[], onChange: TileGridProps['onChange']) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const end = (): void => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    over: over === dragged ? undefined : over,
    propsOf: (key: string, index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', key)
        setDragged(key)
      },
      onDragOver: (event: DragEvent) => {
        if (!tiles.some((tile) => tileKey(tile) === dragged)) return
        event.preventDefault()
        setOver(key)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged !== undefined) onChange?.({ kind: 'move', key: dragged, to: index })
        end()
      },
      onDragEnd: end,
    }),
  }
}
