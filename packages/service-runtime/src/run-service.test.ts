import { ConfigError } from '@wardtrack/service-kit'
import { expect, test } from 'vitest'
import { readSeparateSettings } from './run-service.ts'

test('a separate process requires the address of a store, and says so in one line', () => {
  for (const environment of [
    {},
    { MONGODB_URI: '' },
    { MONGODB_URI: 'nonsense' },
    { MONGODB_URI: 'mysql://x' },
  ]) {
    expect(() => readSeparateSettings(environment)).toThrow(ConfigError)
    expect(() => readSeparateSettings(environment)).toThrow(/^wrong setting: MONGODB_URI: [^\n]+$/)
  }
})

test('reads the other settings, or uses their defaults', () => {
  const settings = readSeparateSettings({ MONGODB_URI: 'mongodb://host/wardtrack', PORT: '9000' })
  expect(settings).toMatchObject({ MONGODB_URI: 'mongodb://host/wardtrack', PORT: 9000, HOST: '127.0.0.1' })
})
