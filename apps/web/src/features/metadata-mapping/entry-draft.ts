import type { MetaEntry } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { FieldErrors } from '../../ui/form/use-app-form.ts'

/** Where an entry stands in the mapping. */
export interface EntryPlace {
  readonly type: string
  readonly name: string
}

/** One row of the options: `code` is what devices send. */
export interface OptionRow {
  /** Told apart by this while the code is being typed. */
  readonly key: string
  readonly code: string
  readonly alias: string
  /** Stored already: its code stays. */
  readonly isStored: boolean
}

/** An entry of the mapping as its form holds it. */
export interface EntryDraft {
  readonly Alias: string
  readonly Model: string
  readonly tableKey: string
  readonly filterFlag: boolean
  readonly inputType: MetaEntry['inputType']
  readonly options: readonly OptionRow[]
}

let rows = 0

/** A row without content. */
export const emptyRow = (): OptionRow => {
  rows += 1
  return { key: `new-${rows}`, code: '', alias: '', isStored: false }
}

/** The form's values of a stored entry. */
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

/** The rows that say something; empty ones are left out when the entry is saved. */
export const filledRows = (options: readonly OptionRow[]): OptionRow[] =>
  options.filter((row) => !isBlank(row))

/** Stored options that a draft no longer has: saving it loses them with their pictures. */
export function lostOptions(stored: EntryDraft, draft: EntryDraft): OptionRow[] {
  if (draft.inputType === 'input') return [...stored.options]
  const codes = new Set(filledRows(draft.options).map(({ code }) => code))
  return stored.options.filter(({ code }) => !codes.has(code))
}

const MODEL = /^Fields(\.[A-Za-z][A-Za-z0-9_]{0,49}){1,5}$/
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

/** What is wrong with a draft, by field. A member that stays as it is stored is not sent, and needs no rule. */
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

/** The changes of a draft by their paths, as updateMetaDataMapping takes them: nothing that stays as it is. */
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
  // The input type takes all options away by itself.
  if (draft.inputType === 'input') return changes
  for (const { code } of lostOptions(stored, draft)) changes[`${entryPath}.Options.${code}`] = null
  const aliases = new Map(stored.options.map(({ code, alias }) => [code, alias]))
  for (const { code, alias } of filledRows(draft.options))
    if (aliases.get(code.trim()) !== alias.trim())
      changes[`${entryPath}.Options.${code.trim()}.alias`] = alias.trim()
  return changes
}

/** The field of the form that a path of a refusal belongs to. */
export function fieldOfPath(path: string): keyof EntryDraft | undefined {
  const member = path.split('.')[3]
  if (member === 'Options') return 'options'
  const fields = ['Alias', 'Model', 'tableKey', 'filterFlag', 'inputType'] as const
  return fields.find((field) => field === member)
}

/** A value of an entry in words, where two people have saved different ones. */
export function draftInWords(field: keyof EntryDraft, value: unknown): string | undefined {
  if (field === 'options')
    return filledRows(value as readonly OptionRow[])
      .map(({ code, alias }) => `${code} = ${alias}`)
      .join(', ')
  if (field === 'inputType')
    return translate(`metadata-mapping:inputType.${value as EntryDraft['inputType']}`)
  return undefined
}
