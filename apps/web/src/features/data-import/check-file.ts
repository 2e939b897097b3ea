import { IMPORT_LIMITS, type ImportFormat, importFormatOf } from '@wardtrack/contracts/import-operations'
import { translate } from '../../lib/i18n/i18n.ts'

/** A larger JSON file is left to the server: reading it through here would hold up the page. */
const MAX_READ_BYTES = 4 * 1024 * 1024

/** A file that can be sent, or why not. */
export type CheckedFile = { readonly file: File; readonly format: ImportFormat } | { readonly error: string }

/** Looks at the ending of a file's name, its size and, for JSON, whether it can be read. */
export async function checkFile(file: File): Promise<CheckedFile> {
  const format = importFormatOf(file.name)
  if (!format) return { error: translate('messages:importFileType') }
  if (file.size === 0) return { error: translate('messages:importEmpty') }
  if (file.size > IMPORT_LIMITS.fileBytes) return { error: translate('messages:tooLarge') }
  if (format === 'json' && file.size <= MAX_READ_BYTES && !isJson(await file.text()))
    return { error: translate('messages:importInvalidJson') }
  return { file, format }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
