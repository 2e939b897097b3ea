import type { TileSize } from '@wardtrack/contracts'
import { createContext, type ReactNode, useContext } from 'react'

/** Frame of a tile: its name, the link of its heading, and its controls during editing. */
export interface TilePlace {
  readonly title: string
  /** Path of the page behind the tile; undefined if the user may not open it. */
  readonly path: string | undefined
  readonly size: TileSize
  /** Elements before the heading and below the content during editing. */
  readonly editing: { readonly handle: ReactNode; readonly controls: ReactNode } | undefined
}

const PlaceContext = createContext<TilePlace>({
  title: '',
  path: undefined,
  size: 'small',
  editing: undefined,
})

/** Provides the frame to the tile inside. */
export const TilePlaceProvider = PlaceContext.Provider

/** Returns the frame of the tile. */
export const useTilePlace = (): TilePlace => useContext(PlaceContext)
