import { ConfigError } from '@wardtrack/service-kit'
import { expect, test } from 'vitest'
import { readSettings } from './config.ts'

test('the process of its own needs the address of a store, and says so in one line', () => {
  expect(() => readSettings({})).toThrow(ConfigError)
  expect(() => readSettings({})).toThrow(/^wrong setting: MONGODB_URI: [^\n]+$/)
  expect(() => readSettings({ MONGODB_URI: 'nonsense' })).toThrow(/^wrong setting: MONGODB_URI: [^\n]+$/)
  const settings = readSettings({ MONGODB_URI: 'mongodb://host/wardtrack', PORT: '9000' })
  expect(settings).toMatchObject({ MONGODB_URI: 'mongodb://host/wardtrack', PORT: 9000, HOST: '127.0.0.1' })
})
