import type { ReadCriteria } from './read-criteria.ts'

/** Paths whose values are fixed names of the product or of the metadata mapping. */
const TELLING_PATHS = new Set(['AssetType', 'AssetStatus'])
const STATUSES = ['active', 'inactive']

/**
 * Summarizes criteria for the audit log: fields and kinds of comparison, but no typed text. Asset types are named
 * only when the metadata mapping has them.
 */
export function summarizeCriteria(
  { conditions, searches, sort }: ReadCriteria,
  knownTypes: readonly string[],
): string[] {
  const words = new Set([...knownTypes, ...STATUSES])
  return [
    ...conditions.map(({ path, test }) => `${path} ${summarizeTest(path, test, words)}`),
    ...searches.map((text) => `search of ${text.length} characters`),
    ...sort.map(({ sortField, sortDirection }) => `sort ${sortField} ${sortDirection}`),
  ]
}

function summarizeTest(path: string, test: Record<string, unknown>, words: ReadonlySet<string>): string {
  return Object.entries(test)
    .map(([operator, value]) => {
      const values = Array.isArray(value) ? (value as unknown[]) : [value]
      const isTold =
        TELLING_PATHS.has(path) && values.every((entry) => typeof entry === 'string' && words.has(entry))
      return isTold
        ? `${operator} ${values.join()}`
        : Array.isArray(value)
          ? `${operator} (${values.length})`
          : operator
    })
    .join(' ')
}
