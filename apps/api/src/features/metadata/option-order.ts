import type { MetadataDoc } from '@wardtrack/database'

/** Option values in order, by the stored path of their field. */
export type OptionOrder = ReadonlyMap<string, readonly string[]>

/**
 * Returns the fields sorted by option order instead of alphabetically: selects whose options are not in alphabetical
 * order. When types share a field, the first type's options come first.
 */
export function optionOrderOf(types: MetadataDoc['types']): OptionOrder {
  const options = new Map<string, string[]>()
  for (const entry of Object.values(types).flatMap((entries) => Object.values(entries))) {
    if (entry.inputType !== 'select') continue
    const known = options.get(entry.Model) ?? []
    const added = Object.keys(entry.Options ?? {}).filter((option) => !known.includes(option))
    options.set(entry.Model, [...known, ...added])
  }
  return new Map([...options].filter(([, values]) => values.join('\n') !== values.toSorted().join('\n')))
}
