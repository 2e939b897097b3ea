import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSigningSecret, signatureHeader } from './signature.ts'

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

test('signs a body with its time under each secret', () => {
  const header = signatureHeader(['new', 'old'], 1_700_000_000, '{"ä":1}')
  const text = '1700000000.{"ä":1}'
  expect(header).toBe(`t=1700000000,v1=${hmac('new', text)},v1=${hmac('old', text)}`)
})

test('creates secrets of 256 random bits', () => {
  const secrets = new Set(Array.from({ length: 50 }, newSigningSecret))
  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^wts_[A-Za-z0-9_-]{43}$/)
})
