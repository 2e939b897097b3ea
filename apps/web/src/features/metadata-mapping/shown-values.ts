import { translate } from '../../lib/i18n/i18n.ts'
import { type EntryDraft, filledRows, type OptionRow } from './entry-draft.ts'

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
