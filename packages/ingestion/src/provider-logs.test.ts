import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@wardtrack/service-kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createProviderLogs } from './provider-logs.ts'

const counts = {
  endpoint: 'positions',
  accepted: 2,
  duplicates: 0,
  unresolved: 0,
  refused: 0,
  codes: {},
  reasons: {},
}
const log = createLog({ service: 'test', level: 'info', stdout: false })
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wardtrack-provider-logs-'))
})
afterEach(() => rm(dir, { recursive: true }))

/** Reads the lines of a provider's file, without the members that pino adds. */
async function linesOf(provider: string): Promise<object[]> {
  const text = await readFile(join(dir, 'logs', `${provider}.log`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
}

test('writes the sums of the current minute into the files when the logs are closed', async () => {
  const logs = createProviderLogs(dir, log)
  logs.record({ ...counts, provider: 'cisco' })
  logs.record({ ...counts, provider: 'cisco', accepted: 3 })
  logs.record({ ...counts, provider: 'centrak', accepted: 0, refused: 1, codes: { unknownField: 1 } })
  await logs.close()
  expect(await linesOf('cisco')).toEqual([
    expect.objectContaining({ accepted: 5, refused: 0, msg: 'items of the last minute' }),
  ])
  const refused = { accepted: 0, refused: 1, codes: { unknownField: 1 } }
  expect(await linesOf('centrak')).toEqual([
    expect.objectContaining({ ...refused, msg: 'items refused' }),
    expect.objectContaining({ ...refused, msg: 'items of the last minute' }),
  ])
})
