import type { PlacedTile } from '@wardtrack/contracts'
import { TILE_SIZES, type TileSize, tileKey } from '@wardtrack/contracts/dashboard-tiles'
import { Button } from 'antd'
import { ArrowLeft, ArrowRight, GripVertical, X } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LayoutChange } from './layout-edit.ts'
import styles from './tile-grid.module.css'
import { type TilePlace, TilePlaceProvider } from './tile-place.ts'
import { TILES } from './tile-registry.ts'
import type { TileNames } from './use-tile-names.ts'

interface TileControlsProps {
  readonly tileKey: string
  readonly title: string
  readonly size: TileSize
  /** Position in the order, from 0. */
  readonly index: number
  readonly count: number
  readonly onChange: (change: LayoutChange) => void
}

/** Controls of a tile during editing: move, resize, remove. */
function TileControls({ tileKey: key, title, size, index, count, onChange }: TileControlsProps) {
  const { t } = useTranslation('dashboard')
  const controls = useRef<HTMLDivElement>(null)
  const focused = useRef<string>(undefined)
  // A moving tile leaves the document for a moment, so the focused control gets the focus back.
  useEffect(() => {
    const name = focused.current
    focused.current = undefined
    if (name === undefined) return
    const buttons = [...(controls.current?.querySelectorAll<HTMLButtonElement>('button[data-move]') ?? [])]
    const pressed = buttons.find(({ dataset }) => dataset['move'] === name)
    const usable = pressed?.disabled ? buttons.find(({ disabled }) => !disabled) : pressed
    usable?.focus()
  }, [index])
  const move = (name: 'earlier' | 'later', to: number): void => {
    focused.current = name
    onChange({ kind: 'move', key, to })
  }
  return (
    <div
      className={styles.controls}
      role="group"
      aria-label={t('edit.controls', { tile: title })}
      ref={controls}
    >
      <Button
        size="small"
        data-move="earlier"
        disabled={index === 0}
        aria-label={t('edit.earlier', { tile: title })}
        title={t('edit.earlier', { tile: title })}
        icon={<ArrowLeft size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => move('earlier', index - 1)}
      />
      <Button
        size="small"
        data-move="later"
        disabled={index === count - 1}
        aria-label={t('edit.later', { tile: title })}
        title={t('edit.later', { tile: title })}
        icon={<ArrowRight size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => move('later', index + 1)}
      />
      <span className={styles.sizes}>
        {TILE_SIZES.map((name) => (
          <Button
            key={name}
            size="small"
            aria-pressed={name === size}
            aria-label={t('edit.resize', { tile: title, size: t(`edit.size.${name}`) })}
            title={t(`edit.size.${name}`)}
            onClick={() => onChange({ kind: 'resize', key, size: name })}
          >
            {t(`edit.letter.${name}`)}
          </Button>
        ))}
      </span>
      <Button
        size="small"
        aria-label={t('edit.remove', { tile: title })}
        title={t('edit.remove', { tile: title })}
        icon={<X size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => onChange({ kind: 'remove', key })}
      />
    </div>
  )
}

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
