import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, readConfig } from './read-config.ts'

const schema = z.object({ PORT: z.coerce.number().int().default(1), SECRET: z.string().min(5).optional() })

test('treats empty values as absent', () => {
  expect(readConfig(schema, { PORT: '', SECRET: '' })).toEqual({ PORT: 1 })
  expect(readConfig(schema, { PORT: '7', OTHER: 'x' })).toEqual({ PORT: 7 })
})

test('names every wrong variable in one line and never its value', () => {
  const read = () => readConfig(schema, { PORT: 'x1y2', SECRET: 'abcd' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/^wrong setting: PORT: .+; SECRET: .+$/)
  expect(read).not.toThrow(/x1y2|abcd/)
})

describe('a setting in a file', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wardtrack-settings-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const fileWith = (text: string): string => {
    const path = join(folder, randomUUID())
    writeFileSync(path, text)
    return path
  }

  test('is read without trailing line ends, and checked like any other', () => {
    expect(readConfig(schema, { SECRET_FILE: fileWith(' two\nlines \r\n\n') })).toEqual({
      PORT: 1,
      SECRET: ' two\nlines ',
    })
    expect(readConfig(schema, { PORT_FILE: fileWith('7\n'), SECRET_FILE: '' })).toEqual({ PORT: 7 })
    expect(() => readConfig(schema, { SECRET_FILE: fileWith('abcd') })).toThrow(
      /^wrong setting: SECRET: [^\n]+$/,
    )
  })

  test('is refused when the file is missing, a folder or empty, and when the variable also has a value', () => {
    const missing = join(folder, 'missing')
    const read = (environment: Record<string, string>) => () => readConfig(schema, environment)
    expect(read({ SECRET_FILE: missing })).toThrow(
      new ConfigError('wrong setting: SECRET_FILE: the file cannot be read (ENOENT)'),
    )
    expect(read({ SECRET_FILE: folder })).toThrow('SECRET_FILE: the file cannot be read (EISDIR)')
    expect(read({ SECRET_FILE: fileWith('\n') })).toThrow('SECRET_FILE: the file is empty')
    expect(read({ SECRET: 'abcdef', SECRET_FILE: fileWith('ghijkl') })).toThrow(
      new ConfigError('wrong setting: SECRET_FILE: SECRET is set too'),
    )
    expect(read({ PORT: 'x', SECRET_FILE: missing })).toThrow(/SECRET_FILE: .+; PORT: .+$/)
  })

  test('is ignored when it belongs to another program', () => {
    expect(readConfig(schema, { SSL_CERT_FILE: join(folder, 'missing') })).toEqual({ PORT: 1 })
  })
})
