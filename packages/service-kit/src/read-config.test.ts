import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, readConfig } from './read-config.ts'

const schema = z.object({ PORT: z.coerce.number().int().default(1), SECRET: z.string().min(5).optional() })

test('empty values count as absent', () => {
  expect(readConfig(schema, { PORT: '', SECRET: '' })).toEqual({ PORT: 1 })
  expect(readConfig(schema, { PORT: '7', OTHER: 'x' })).toEqual({ PORT: 7 })
})

test('names every wrong variable in one line and never its value', () => {
  const read = () => readConfig(schema, { PORT: 'x1y2', SECRET: 'abcd' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/^wrong setting: PORT: .+; SECRET: .+$/)
  expect(read).not.toThrow(/x1y2|abcd/)
})
