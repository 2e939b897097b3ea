/** Level values of a location path by level name: `Level_1` is the outermost. */
export type LevelPath = { readonly [level: `Level_${number}`]: string } | null | undefined

const levelNumber = (level: string): number => Number(level.slice(level.indexOf('_') + 1))

/** Returns the level values from the outermost to the innermost, without empty ones. */
export function levelValues(fullPath: LevelPath): string[] {
  return Object.entries(fullPath ?? {})
    .filter(([, value]) => Boolean(value))
    .sort(([a], [b]) => levelNumber(a) - levelNumber(b))
    .map(([, value]) => value)
}

/** Formats the whole path: `Northfield General > Tower A > Level 3`. */
export const pathText = (fullPath: LevelPath): string => levelValues(fullPath).join(' > ')

/**
 * Splits a path for a card into the place and the levels around it. The hospital decides the number of levels. The
 * place is the innermost level, together with the level above it if the path is deep enough for a unit. The outermost
 * level (the site) is left out, because users know their site.
 */
export function placeOf(fullPath: LevelPath): { place: string; within: string } {
  const values = levelValues(fullPath)
  const innermost = values.at(-1)
  if (innermost === undefined) return { place: '', within: '' }
  const enclosing = values.at(-2)
  const pair = values.length >= 5 && enclosing !== undefined && enclosing !== innermost
  const outerLevels = values.slice(0, pair ? -2 : -1)
  return {
    place: pair ? `${enclosing} · ${innermost}` : innermost,
    within: (outerLevels.length > 1 ? outerLevels.slice(1) : outerLevels).join(' > '),
  }
}

/** Formats the stored name of a location provider for display. */
export const providerTitle = (provider: string): string =>
  provider.charAt(0).toUpperCase() + provider.slice(1)
