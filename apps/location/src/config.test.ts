import { ConfigError } from '@wardtrack/service-kit'
import { expect, it } from 'vitest'
import { readSettings } from './config.ts'

it('needs the address of a store and says so in one line', () => {
  for (const environment of [{}, { MONGODB_URI: '' }]) {
    expect(() => readSettings(environment)).toThrow(ConfigError)
    expect(() => readSettings(environment)).toThrow(/^wrong setting: MONGODB_URI: [^\n]+$/)
  }
  expect(() => readSettings({ MONGODB_URI: 'mysql://x' })).toThrow(/MONGODB_URI/)
})

it('takes the rest from defaults', () => {
  const settings = readSettings({ MONGODB_URI: 'mongodb://127.0.0.1/wardtrack' })
  expect(settings).toMatchObject({ MONGODB_URI: 'mongodb://127.0.0.1/wardtrack', HOST: '127.0.0.1' })
})
