import { useMayOpen } from '../../lib/access.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { MISSING } from '../../lib/time.ts'
import { type UrlSchema, urlChoice, writeUrlState } from '../../lib/url-state.ts'
import { type FilterValues, PLACE_MODEL, urlFilters } from '../../ui/filters/index.ts'

interface AssetLinkProps {
  readonly row: { readonly AssetType: string; readonly AssetId: string }
  /** What the link says; the asset's id when left out. */
  readonly text?: string
}

/** The way to an asset, in a new tab; its text alone for who may not open it. */
export function AssetLink({ row: { AssetType, AssetId }, text = AssetId }: AssetLinkProps) {
  const mayOpen = useMayOpen('asset-detail')
  if (!mayOpen) return text
  return (
    <a href={assetDetailHref(AssetType, AssetId)} target="_blank" rel="noopener">
      {text}
    </a>
  )
}

const devices: UrlSchema<{ view: 'cards' | 'map'; filters: FilterValues }> = {
  view: urlChoice('view', ['cards', 'map']),
  filters: urlFilters('filter'),
}

/** The devices page under filters. */
export function devicesPath(filters: FilterValues, view: 'cards' | 'map' = 'cards'): string {
  const parameters = writeUrlState(devices, { view, filters }, [])
  return `/devices?${new URLSearchParams(parameters.map(([name, text]) => [name, text])).toString()}`
}

/** The levels of a path as reports write it, outermost first. */
export const levelsOf = (path: string): readonly string[] =>
  path
    .split('>')
    .map((level) => level.trim())
    .filter(Boolean)

/** The innermost levels of a path, for where little room is: each floor has a corridor, so that one alone says little. */
export const shortPlace = (path: string, levels = 2): string => levelsOf(path).slice(-levels).join(' · ')

/** A path as a report writes it, with the way to the devices there on their map. */
export function PlaceLink({ path }: { readonly path: string }) {
  const mayOpen = useMayOpen('devices')
  const levels = levelsOf(path)
  if (levels.length === 0) return MISSING
  const text = levels.join(' > ')
  if (!mayOpen) return text
  return (
    <a href={`#${devicesPath({ [PLACE_MODEL]: levels }, 'map')}`} target="_blank" rel="noopener">
      {text}
    </a>
  )
}
