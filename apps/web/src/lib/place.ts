/** Level values of a location path by level name: `Level_1` is the outermost. */
export type LevelPath = { readonly [level: `Level_${number}`]: string } | null | undefined

const levelNumber = (level: string): number => Number(level.slice(level.indexOf('_') + 1))

/** The level values from the outermost to the innermost, empty ones left out. */
export function levelValues(fullPath: LevelPath): string[] {
  return Object.entries(fullPath ?? {})
    .filter(([, value]) => Boolean(value))
    .sort(([a], [b]) => levelNumber(a) - levelNumber(b))
    .map(([, value]) => value)
}

/** The whole path as people read it: `Northfield General > Tower A > Level 3`. */
export const pathText = (fullPath: LevelPath): string => levelValues(fullPath).join(' > ')

/**
 * A path split for a card: the place a person walks to, and what surrounds it. How many levels there are is the
 * hospital's choice, so the place is the innermost level, with the one around it when the path is deep enough for
 * that to be a unit; the outermost level (the site) is left out, as everyone on it knows it.
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

/** A location provider's stored name as it is shown. */
export const providerTitle = (provider: string): string =>
  provider.charAt(0).toUpperCase() + provider.slice(1)
