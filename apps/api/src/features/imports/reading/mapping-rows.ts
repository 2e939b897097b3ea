type Members = Record<string, unknown>

const MEMBERS = ['Alias', 'Model', 'tableKey', 'filterFlag', 'inputType'] as const

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A part of the metadata mapping, laid out as in the mapping, as rows: one for each entry and one for each option.
 * Null stands for what is no entry. Members that begin with `_` are no types.
 */
export function* mappingRows(part: unknown): Generator<ReadonlyMap<string, unknown> | null, void> {
  if (!isObject(part)) return yield null
  for (const [AssetType, entries] of Object.entries(part)) {
    if (AssetType.startsWith('_')) continue
    if (!isObject(entries)) yield null
    else for (const [Name, entry] of Object.entries(entries)) yield* entryRows({ AssetType, Name }, entry)
  }
}

function* entryRows(
  name: { AssetType: string; Name: string },
  entry: unknown,
): Generator<ReadonlyMap<string, unknown> | null, void> {
  if (!isObject(entry)) return yield null
  yield new Map<string, unknown>([
    ...Object.entries(name),
    ...MEMBERS.map((member): [string, unknown] => [member, entry[member]]),
  ])
  const options = isObject(entry['Options']) ? entry['Options'] : {}
  for (const [Option, option] of Object.entries(options))
    yield new Map<string, unknown>([
      ...Object.entries(name),
      ['Option', Option],
      ['OptionAlias', isObject(option) ? option['alias'] : option],
    ])
}
