import type { TileSize } from '@wardtrack/contracts'
import { createContext, type ReactNode, useContext } from 'react'

/** What a tile stands in: its name, where its heading leads to, and while the dashboard is edited what is done with it. */
export interface TilePlace {
  readonly title: string
  /** Address of the page behind it; undefined where the person may not open it. */
  readonly path: string | undefined
  readonly size: TileSize
  /** Stands before the heading and below the content while the dashboard is edited. */
  readonly editing: { readonly handle: ReactNode; readonly controls: ReactNode } | undefined
}

const PlaceContext = createContext<TilePlace>({
  title: '',
  path: undefined,
  size: 'small',
  editing: undefined,
})

/** Says what the tile inside stands in. */
export const TilePlaceProvider = PlaceContext.Provider

/** What the tile stands in. */
export const useTilePlace = (): TilePlace => useContext(PlaceContext)
