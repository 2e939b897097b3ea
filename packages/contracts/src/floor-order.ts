const NATURAL = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Names of floors below the ground, in the languages of the console; `LG` and `LL` are lower levels. */
const BELOW =
  /^(?:basement|cellar|sub-?(?:level|basement)|lower|ug|untergeschoss|keller|s[oó]tano|lg|ll|b)(?![a-z])/i
/** Names of the floor at the ground. */
const AT_GROUND = /^(?:ground|gf|g|eg|erdgeschoss|planta baja|pb|lobby)(?![a-z])/i
const NUMBER = /-?\d+/

/**
 * Returns the number of a floor as people count, by its name: 12 for `Floor 12`, 0 for the ground floor, −2 for
 * `Basement 2`. Returns undefined for a name without a number that is no usual name of a floor.
 */
export function floorNumber(name: string): number | undefined {
  const trimmed = name.trim()
  const digits = NUMBER.exec(trimmed)?.[0]
  const number = digits === undefined ? undefined : Number(digits)
  if (BELOW.test(trimmed)) return -Math.abs(number ?? 1)
  return number ?? (AT_GROUND.test(trimmed) ? 0 : undefined)
}

/** Names of a floor: the place that has the map, outermost first, and the map's name. */
export type NamedFloor = { place?: readonly string[] | undefined; name: string }

const buildingOf = ({ place = [] }: NamedFloor): string => place.slice(0, -1).join('>')
const floorOf = ({ place = [], name }: NamedFloor): string => place.at(-1) ?? name

/**
 * Compares floors for a list: by building, then from the lowest floor to the highest. Names without a floor's number
 * follow, in natural order.
 */
export function compareFloors(a: NamedFloor, b: NamedFloor): number {
  const [first, second] = [floorNumber(floorOf(a)), floorNumber(floorOf(b))]
  return (
    NATURAL.compare(buildingOf(a), buildingOf(b)) ||
    compareNumbers(first, second) ||
    NATURAL.compare(floorOf(a), floorOf(b)) ||
    NATURAL.compare(a.name, b.name)
  )
}

/** Compares numbers; absent ones are last. */
function compareNumbers(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return a - b
}
