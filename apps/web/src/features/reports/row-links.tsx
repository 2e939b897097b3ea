import { useMayOpen } from '../../lib/access.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { MISSING } from '../../lib/time.ts'
import { type UrlSchema, urlChoice, writeUrlState } from '../../lib/url-state.ts'
import { type FilterValues, PLACE_MODEL, urlFilters } from '../../ui/filters/index.ts'

interface AssetLinkProps {
  readonly row: { readonly AssetType: string; readonly AssetId: string }
  /** Text of the link; by default the asset's id. */
  readonly text?: string
}

/** Link to an asset in a new tab; plain text for users who may not open it. */
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

/** Returns the path of the devices page with filters. */
export function devicesPath(filters: FilterValues, view: 'cards' | 'map' = 'cards'): string {
  const parameters = writeUrlState(devices, { view, filters }, [])
  return `/devices?${new URLSearchParams(parameters.map(([name, text]) => [name, text])).toString()}`
}

/** Returns the levels of a path in a report's format, outermost first. */
export const levelsOf = (path: string): readonly string[] =>
  path
    .split('>')
    .map((level) => level.trim())
    .filter(Boolean)

/**
 * Returns the innermost levels of a path for narrow spaces. The last level alone is ambiguous: each floor has a
 * corridor.
 */
export const shortPlace = (path: string, levels = 2): string => levelsOf(path).slice(-levels).join(' · ')

/** A path in a report's format, linked to the map of the devices there. */
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
