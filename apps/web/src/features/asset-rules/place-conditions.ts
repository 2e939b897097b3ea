/** Prefix of the level keys in a stored rule for each kind of place, by the key of the form. */
const LEVEL_KEYS: Readonly<Record<string, string>> = {
  CurrentLocation: 'CurrentLocation_level_',
  HomeLocation: 'HomeLocation_fullPath_Level_',
}

interface Condition {
  readonly key: string
  readonly values: readonly string[]
}

/** True if a key of the form means a whole place with its levels. */
export const isPlaceKey = (key: string): boolean => Object.hasOwn(LEVEL_KEYS, key)

/** Returns the form key of the place that a stored level belongs to; undefined for other fields. */
export const placeKeyOf = (key: string): string | undefined =>
  Object.keys(LEVEL_KEYS).find((place) => key.startsWith(LEVEL_KEYS[place] ?? ''))

/**
 * Joins the levels of places in a stored rule if each level has one value and none is missing from the outermost on.
 * Other levels stay as entered.
 */
export function joinLevels(conditions: readonly Condition[]): Condition[] {
  const joined = new Map(
    Object.keys(LEVEL_KEYS).flatMap((place) => {
      const values = pathOf(conditions, place)
      return values ? [[place, values] as const] : []
    }),
  )
  const listed = new Set<string>()
  return conditions.flatMap((condition) => {
    const place = placeKeyOf(condition.key)
    const values = place === undefined ? undefined : joined.get(place)
    if (place === undefined || !values) return [condition]
    if (listed.has(place)) return []
    listed.add(place)
    return [{ key: place, values }]
  })
}

function pathOf(conditions: readonly Condition[], place: string): string[] | undefined {
  const levels = conditions.filter(({ key }) => placeKeyOf(key) === place)
  const path = levels.map((_level, depth) => {
    const found = levels.find(({ key }) => key === `${LEVEL_KEYS[place]}${depth + 1}`)
    return found?.values.length === 1 ? found.values[0] : undefined
  })
  const values = path.filter((value) => value !== undefined)
  return values.length > 0 && values.length === levels.length ? values : undefined
}

/** Splits a place into one condition for each of its levels. */
export const splitLevels = ({ key, values }: Condition): Condition[] =>
  isPlaceKey(key)
    ? values.map((value, depth) => ({ key: `${LEVEL_KEYS[key]}${depth + 1}`, values: [value] }))
    : [{ key, values }]
