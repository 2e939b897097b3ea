/** Splits `Tower A · Level 3` into its parts. The hospital chooses the separator. */
const partsOf = (name: string): string[] =>
  name
    .split(/[·>|/–—,]|\s-\s/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Shortens a part: `Level 3` and `L3` → `L3`, `Ground floor` → `GF`, `Basement` → `B`. */
function initials(part: string): string {
  return part
    .split(/\s+/)
    .map((word) => (/\d/.test(word) ? word : (word[0] ?? '')))
    .join('')
    .slice(0, 4)
    .toUpperCase()
}

/** Returns the distinctive part of a building's name: `Tower A` → `A`. */
const buildingMark = (part: string): string => (part.split(/\s+/).at(-1) ?? '').slice(0, 3)

/**
 * Returns short names for a floor strip, in the order of the names. The building is omitted if there is only one.
 * Names that would be equal are replaced by their index in the list.
 */
export function shortFloorNames(names: readonly string[]): string[] {
  const parts = names.map(partsOf)
  const buildings = new Set(parts.map((path) => path.slice(0, -1).join()))
  const short = parts.map((path) => {
    const floor = initials(path.at(-1) ?? '')
    const building = buildings.size > 1 ? path.at(-2) : undefined
    return building ? `${buildingMark(building)} ${floor}` : floor
  })
  return short.map((name, i) =>
    name === '' || short.indexOf(name) !== short.lastIndexOf(name) ? String(i + 1) : name,
  )
}
