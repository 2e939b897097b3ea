import type { MetadataDoc } from '@wardtrack/database'

/** Option values in their order, by the stored path of the field that has them. */
export type OptionOrder = ReadonlyMap<string, readonly string[]>

/**
 * The fields that are sorted by the order of their options and not by letters: selects whose options stand in another
 * order than that of their letters. Where types share a field, the first type's options come first.
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
