import { expect, test } from 'vitest'
import { newPassword } from '../calls/session.ts'
import { messages } from '../messages.ts'
import { isEasyToGuess } from './password.ts'

test.each([
  'aaaaaaaaaaaa',
  'abababababab',
  'abcdabcdabcd',
  '111111222222',
  '123456789012',
  '0987654321ab',
  'qwertyuiop12',
  'abcdefghijklm',
  'password1234',
  'P@ssw0rd2026!',
  'Welcome2026!',
  'letmein-2026',
  'Wardtrack2026',
  'hospital12345',
  'adminadmin12',
  'ChangeMe!!!1',
  'Summer 2026 !',
  'iloveyou123456',
  'passwordpassword',
])('%s is refused as easy to guess', (password) => {
  expect(isEasyToGuess(password)).toBe(true)
  const { error } = newPassword.safeParse(password)
  expect(error?.issues.map(({ message }) => message)).toEqual([messages.passwordCommon])
})

test.each([
  'correct horse battery',
  'a new pass phrase',
  'Tuesday brings soup',
  'k7#mQz9!wLp2',
  'blue kettle 42',
  'heron-password-tin',
  'äöüßéàñçøåœæ',
])('%s is accepted', (password) => {
  expect(isEasyToGuess(password)).toBe(false)
  expect(newPassword.safeParse(password).success).toBe(true)
})

test('the name of the account with few other characters is easy to guess', () => {
  expect(isEasyToGuess('Okafor.Mary.1', 'okafor.mary')).toBe(true)
  expect(isEasyToGuess('okafor.mary', 'okafor.mary')).toBe(true)
  expect(isEasyToGuess('okafor.mary rides', 'okafor.mary')).toBe(false)
})

test('the length counts in bytes, of which bcrypt reads 72', () => {
  expect(newPassword.safeParse('k7#mQz9!w').success).toBe(false)
  expect(newPassword.safeParse(`kettle ${'äöüéàñçøåß'.repeat(3)}ab`).success).toBe(true)
  expect(newPassword.safeParse(`kettle ${'äöüéàñçøåß'.repeat(4)}`).error?.issues[0]?.message).toBe(
    messages.passwordRule,
  )
})
