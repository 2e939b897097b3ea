import { ConfigError } from '@wardtrack/service-kit'
import { expect, test } from 'vitest'
import { readSeparateSettings } from './run-service.ts'

test('a process of its own needs the address of a store, and says so in one line', () => {
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

test('the other settings are read too, or taken from their defaults', () => {
  const settings = readSeparateSettings({ MONGODB_URI: 'mongodb://host/wardtrack', PORT: '9000' })
  expect(settings).toMatchObject({ MONGODB_URI: 'mongodb://host/wardtrack', PORT: 9000, HOST: '127.0.0.1' })
})
