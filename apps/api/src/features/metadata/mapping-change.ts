import {
  type ErrorDetail,
  type MetaEntry,
  messages,
  metadataName,
  optionName,
  shortName,
} from '@wardtrack/contracts'

/** Value of a path of updateMetaDataMapping, as sent. */
export type GivenValue = string | number | boolean | null

/** Change of an entry, read from a path and its value. */
export type MappingChange = { path: string; type: string; name: string } & (
  | { kind: 'alias' | 'tableKey' | 'model'; value: string }
  | { kind: 'filterFlag'; value: MetaEntry['filterFlag'] }
  | { kind: 'inputType'; value: MetaEntry['inputType'] }
  | { kind: 'optionAlias'; option: string; value: string }
  | { kind: 'removeOption'; option: string }
)

type Change = MappingChange extends infer C
  ? C extends MappingChange
    ? Omit<C, keyof Target>
    : never
  : never
type Target = { path: string; type: string; name: string }

const MODEL = /^Fields(\.[A-Za-z][A-Za-z0-9_]{0,49}){1,5}$/
const FLAGS: ReadonlyMap<GivenValue, MetaEntry['filterFlag']> = new Map<GivenValue, MetaEntry['filterFlag']>([
  ['1', '1'],
  [1, '1'],
  [true, '1'],
  ['0', '0'],
  [0, '0'],
  [false, '0'],
])
const INPUT_TYPES: readonly GivenValue[] = ['input', 'multiple', 'select'] satisfies MetaEntry['inputType'][]

/** Detects paths below `Fields` that the server writes itself. */
const isServerPath = (model: string): boolean => model.split('.')[1] === 'Mappings'

/** Returns true if assets may store a field at this path. */
export const isModel = (model: string): boolean => MODEL.test(model) && !isServerPath(model)

/**
 * Reads a path `{type}.{name}.{member}` and its value.
 * @returns the change, or its error
 */
export function readMappingChange(path: string, value: GivenValue): MappingChange | ErrorDetail {
  const [type = '', name = '', ...member] = path.split('.')
  const isName = (text: string): boolean => metadataName.safeParse(text).success
  if (!isName(type) || !isName(name)) return wrong(path, messages.metadataPathUnknown)
  const change = readMember(member, value)
  return typeof change === 'string' ? wrong(path, change) : { path, type, name, ...change }
}

const wrong = (path: string, message: string): ErrorDetail => ({ path: `query.${path}`, message })

function readMember(member: readonly string[], value: GivenValue): Change | string {
  const [first = '', option, last] = member
  if (first === 'Options' && option !== undefined) return readOption(option, last, member.length, value)
  if (member.length !== 1) return messages.metadataPathUnknown
  switch (first) {
    case 'Alias':
      return readAlias(value, (alias) => ({ kind: 'alias', value: alias }))
    case 'tableKey':
      return typeof value === 'string' && metadataName.safeParse(value.trim()).success
        ? { kind: 'tableKey', value: value.trim() }
        : 'Start with a letter, then use letters, digits and _.'
    case 'Model':
      return typeof value === 'string' && isModel(value.trim())
        ? { kind: 'model', value: value.trim() }
        : messages.metadataModelRule
    case 'filterFlag': {
      const flag = FLAGS.get(value)
      return flag === undefined ? messages.metadataFlagRule : { kind: 'filterFlag', value: flag }
    }
    case 'inputType':
      return INPUT_TYPES.includes(value)
        ? { kind: 'inputType', value: value as MetaEntry['inputType'] }
        : messages.metadataInputTypeRule
    default:
      return messages.metadataPathUnknown
  }
}

function readOption(
  option: string,
  last: string | undefined,
  length: number,
  value: GivenValue,
): Change | string {
  const read = optionName.safeParse(option)
  if (!read.success || read.data !== option)
    return read.error?.issues[0]?.message ?? messages.metadataPathUnknown
  if (length === 2) return value === null ? { kind: 'removeOption', option } : messages.metadataPathUnknown
  if (length !== 3 || last !== 'alias') return messages.metadataPathUnknown
  return readAlias(value, (alias) => ({ kind: 'optionAlias', option, value: alias }))
}

function readAlias(value: GivenValue, toChange: (alias: string) => Change): Change | string {
  if (typeof value !== 'string' || value.trim() === '') return messages.fieldRequired
  const read = shortName.safeParse(value)
  return read.success ? toChange(read.data) : (read.error.issues[0]?.message ?? messages.fieldRequired)
}
