type Members = Record<string, unknown>
type MappingRow = ReadonlyMap<string, unknown> | null

const MEMBERS = ['Alias', 'Model', 'tableKey', 'filterFlag', 'inputType'] as const
/** Members of an entry that hold objects. */
const OPTIONS = 'Options'

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members that begin with `_` are not types. */
const typesOf = (value: Members): [string, unknown][] =>
  Object.entries(value).filter(([name]) => !name.startsWith('_'))

/**
 * Converts one element of a mapping file to rows: one per entry and one per option. The element is part of the
 * mapping in its stored layout, or a row whose options may be in a member `Options`. Null marks an invalid element.
 */
export function* mappingElementRows(element: unknown): Generator<MappingRow, void> {
  if (!isObject(element)) yield null
  else if (typesOf(element).every(([, entries]) => isObject(entries))) yield* mappingRows(element)
  else yield* rowWithOptions(element)
}

/** Converts a part of the metadata mapping to rows. Null marks an invalid entry. */
export function* mappingRows(part: unknown): Generator<MappingRow, void> {
  if (!isObject(part)) return yield null
  for (const [AssetType, entries] of typesOf(part)) {
    if (!isObject(entries)) yield null
    else for (const [Name, entry] of Object.entries(entries)) yield* entryRows({ AssetType, Name }, entry)
  }
}

function* entryRows(name: { AssetType: string; Name: string }, entry: unknown): Generator<MappingRow, void> {
  // An object in an entry that is not its options: types or entries nested one level too deep.
  const isEntry =
    isObject(entry) &&
    Object.entries(entry).every(([member, value]) => member === OPTIONS || !isObject(value))
  if (!isEntry) return yield null
  yield new Map<string, unknown>([
    ...Object.entries(name),
    ...MEMBERS.map((member): [string, unknown] => [member, entry[member]]),
  ])
  yield* optionRows(Object.entries(name), entry[OPTIONS])
}

/** Columns may be in lower case, as in a CSV file. */
const NAMES = new Set(['assettype', 'name'])

function* rowWithOptions(row: Members): Generator<MappingRow, void> {
  const { [OPTIONS]: options, ...cells } = row
  const members = Object.entries(cells)
  if (members.some(([, value]) => isObject(value))) return yield null
  yield new Map(members)
  yield* optionRows(
    members.filter(([member]) => NAMES.has(member.toLowerCase())),
    options,
  )
}

/** @param options options by name, or a list of names */
function* optionRows(name: readonly [string, unknown][], options: unknown): Generator<MappingRow, void> {
  if (options === undefined || options === null) return
  const listed = Array.isArray(options)
    ? options.map((option): [unknown, unknown] => [option, option])
    : undefined
  if (!listed && !isObject(options)) return yield null
  for (const [Option, option] of listed ?? Object.entries(options))
    yield new Map<string, unknown>([
      ...name,
      ['Option', Option],
      ['OptionAlias', isObject(option) ? option['alias'] : option],
    ])
}
