import type { Summary } from './series.types.ts'

/** Returns true if two summaries have the same content, apart from their ends. */
export const agrees = <S extends Summary>(a: S, b: S): boolean => contentOf(a) === contentOf(b)

/** Returns true if two summaries have the same content and the same end. */
export const isSameSummary = <S extends Summary>(a: S, b: S): boolean =>
  a.to?.getTime() === b.to?.getTime() && agrees(a, b)

const contentOf = (summary: Summary): string => JSON.stringify(sorted({ ...summary, to: null }))

/**
 * Returns an object with its members sorted by name, so that equal objects become equal texts. The path of a place with
 * an id is left out: it only names the place.
 */
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name, member]) => member !== undefined && !(name === 'fullPath' && hasId(value)))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => [name, sorted(member)]),
      )
    : value

const hasId = (value: object): boolean => 'hierarchyId' in value && value.hierarchyId !== undefined
