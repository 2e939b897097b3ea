import type { MetaEntry } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { FieldErrors } from '../../ui/form/use-app-form.ts'

/** Position of an entry in the mapping. */
export interface EntryPlace {
  readonly type: string
  readonly name: string
}

/** One row of the options: `code` is the value that devices send. */
export interface OptionRow {
  /** Identifies the row while its code is being typed. */
  readonly key: string
  readonly code: string
  readonly alias: string
  /** True if the option is stored, so that its code cannot change. */
  readonly isStored: boolean
}

/** Form values of an entry. */
export interface EntryDraft {
  readonly Alias: string
  readonly Model: string
  readonly tableKey: string
  readonly filterFlag: boolean
  readonly inputType: MetaEntry['inputType']
  readonly options: readonly OptionRow[]
}

let rows = 0

/** Creates an empty row. */
export const emptyRow = (): OptionRow => {
  rows += 1
  return { key: `new-${rows}`, code: '', alias: '', isStored: false }
}

/** Returns the form values of a stored entry. */
export const draftOf = ({
  Alias,
  Model,
  tableKey,
  filterFlag,
  inputType,
  Options = {},
}: MetaEntry): EntryDraft => ({
  Alias,
  Model,
  tableKey,
  filterFlag: filterFlag === '1',
  inputType,
  options: Object.entries(Options).map(([code, { alias }]) => ({ key: code, code, alias, isStored: true })),
})

const isBlank = ({ code, alias }: OptionRow): boolean => code.trim() === '' && alias.trim() === ''

/** Returns the rows that are not empty; empty rows are not saved. */
export const filledRows = (options: readonly OptionRow[]): OptionRow[] =>
  options.filter((row) => !isBlank(row))

/** Returns the stored options that are missing from the form; saving deletes them with their pictures. */
export function lostOptions(stored: EntryDraft, draft: EntryDraft): OptionRow[] {
  if (draft.inputType === 'input') return [...stored.options]
  const codes = new Set(filledRows(draft.options).map(({ code }) => code))
  return stored.options.filter(({ code }) => !codes.has(code))
}

const MODEL = /^Fields(\.[A-Za-z][A-Za-z0-9_]{0,49}){1,5}$/
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

/** Returns the errors of the form by field. Unchanged members are not sent, and are not checked. */
export function draftErrors(stored: EntryDraft, draft: EntryDraft): FieldErrors<EntryDraft> {
  const { Alias, inputType, options } = draft
  const isRight = (member: 'Model' | 'tableKey', pattern: RegExp): boolean =>
    draft[member] === stored[member] || pattern.test(draft[member].trim())
  return {
    Alias: Alias.trim() === '' ? translate('messages:fieldRequired') : undefined,
    Model: isRight('Model', MODEL) ? undefined : translate('messages:metadataModelRule'),
    tableKey: isRight('tableKey', NAME) ? undefined : translate('metadata-mapping:error.name'),
    options: inputType === 'input' ? undefined : optionsError(filledRows(options)),
  }
}

function optionsError(options: readonly OptionRow[]): string | undefined {
  if (options.some(({ code, alias }) => code.trim() === '' || alias.trim() === ''))
    return translate('metadata-mapping:error.optionIncomplete')
  if (options.some(({ code }) => /[.#]|^\$/.test(code.trim())))
    return translate('metadata-mapping:error.optionCode')
  const codes = options.map(({ code }) => code.trim())
  const repeatedCode = codes.find((code, index) => codes.indexOf(code) !== index)
  return repeatedCode === undefined
    ? undefined
    : translate('metadata-mapping:error.optionTwice', { code: repeatedCode })
}

/** Returns the changed values by path, for updateMetaDataMapping. */
export function changesOf(
  entryPath: string,
  stored: EntryDraft,
  draft: EntryDraft,
): Record<string, string | null> {
  const changes: Record<string, string | null> = {}
  for (const member of ['Alias', 'Model', 'tableKey', 'inputType'] as const)
    if (draft[member].trim() !== stored[member]) changes[`${entryPath}.${member}`] = draft[member].trim()
  if (draft.filterFlag !== stored.filterFlag)
    changes[`${entryPath}.filterFlag`] = draft.filterFlag ? '1' : '0'
  // The server removes all options for this input type.
  if (draft.inputType === 'input') return changes
  for (const { code } of lostOptions(stored, draft)) changes[`${entryPath}.Options.${code}`] = null
  const aliases = new Map(stored.options.map(({ code, alias }) => [code, alias]))
  for (const { code, alias } of filledRows(draft.options))
    if (aliases.get(code.trim()) !== alias.trim())
      changes[`${entryPath}.Options.${code.trim()}.alias`] = alias.trim()
  return changes
}

/** Returns the form field for the path of a refusal. */
export function fieldOfPath(path: string): keyof EntryDraft | undefined {
  const member = path.split('.')[3]
  if (member === 'Options') return 'options'
  const fields = ['Alias', 'Model', 'tableKey', 'filterFlag', 'inputType'] as const
  return fields.find((field) => field === member)
}

/** Formats a value of an entry for the conflict dialog. */
export function draftInWords(field: keyof EntryDraft, value: unknown): string | undefined {
  if (field === 'options')
    return filledRows(value as readonly OptionRow[])
      .map(({ code, alias }) => `${code} = ${alias}`)
      .join(', ')
  if (field === 'inputType')
    return translate(`metadata-mapping:inputType.${value as EntryDraft['inputType']}`)
  return undefined
}
