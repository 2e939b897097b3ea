import { expect, test } from 'vitest'
import { createPasswords, generatePassword } from './passwords.ts'

test('a password matches only its own hash', async () => {
  const passwords = createPasswords(4)
  const hash = await passwords.hash('correct horse')
  expect(hash).not.toContain('correct')
  expect(await passwords.matches('correct horse', hash)).toBe(true)
  expect(await passwords.matches('correct hors', hash)).toBe(false)
  expect(await passwords.matches('correct horse\0', hash)).toBe(false)
})

test('a password without a stored hash does not match, but is hashed anyway', async () => {
  const passwords = createPasswords(4)
  for (const password of ['', 'anything', 'correct horse'])
    expect(await passwords.matches(password, undefined)).toBe(false)
})

test('the product hashes at cost 12', async () => {
  expect(await createPasswords().hash('x')).toMatch(/^\$2b\$12\$/)
})

test('generated passwords differ and pass the password rule', () => {
  const passwords = new Set(Array.from({ length: 200 }, generatePassword))
  expect(passwords.size).toBe(200)
  for (const password of passwords) expect(password).toMatch(/^[a-km-np-z2-9]{26}$/)
})

test('hashes two at a time, and refuses a password without hashing when the queue is too long', async () => {
  const passwords = createPasswords(4)
  const hashing = Array.from({ length: 60 }, (_, n) => passwords.hash(`password ${n}`))
  expect(() => passwords.checkRoom()).toThrow(expect.objectContaining({ code: 'overloaded', retryAfter: 5 }))
  const outcomes = await Promise.allSettled(hashing)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(42)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'overloaded', status: 429 })
  expect(() => passwords.checkRoom()).not.toThrow()
  expect(await passwords.matches('password 1', await passwords.hash('password 1'))).toBe(true)
})
