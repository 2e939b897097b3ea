import { IMPORT_LIMITS, type ImportFormat, importFormatOf } from '@wardtrack/contracts/import-operations'
import { translate } from '../../lib/i18n/i18n.ts'

/**
 * Maximum size of a JSON file that is parsed here. Only the server checks larger ones, because parsing would block
 * the page.
 */
const MAX_READ_BYTES = 4 * 1024 * 1024

/** A file that can be sent, or its error. */
export type CheckedFile = { readonly file: File; readonly format: ImportFormat } | { readonly error: string }

/** Checks a file's extension, its size and, for JSON, its syntax. */
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
