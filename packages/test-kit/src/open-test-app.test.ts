import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openOperatorRecorder } from './open-test-app.ts'

afterEach(() => vi.unstubAllEnvs())

it('accepts the listed operators, and names the others', async () => {
  const recorder = openOperatorRecorder()
  recorder.record({ find: 'assets', filter: { $and: [{ a: { $in: [1] } }] }, limit: 1 })
  await expect(recorder.check()).resolves.toBeUndefined()
  recorder.record({ update: 'assets', updates: [{ q: { a: { $mod: [2, 0] } }, u: { $mul: { a: 2 } } }] })
  recorder.record({ aggregate: 'assets', pipeline: [{ $bucket: { groupBy: { $floor: '$a' } } }], cursor: {} })
  await expect(recorder.check()).rejects.toThrow(
    'The store was sent query $mod, update $mul, stage $bucket, expression $floor, which no suite has sent before',
  )
})

it('records into the file that the environment names instead', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'operators-')), 'recorded')
  vi.stubEnv('WARDTRACK_RECORD_OPERATORS', file)
  const recorder = openOperatorRecorder()
  recorder.record({ delete: 'assets', deletes: [{ q: { a: { $frob: 1 } }, limit: 0 }] })
  await recorder.check()
  expect(readFileSync(file, 'utf8').split('\n')).toEqual([
    'delete',
    'delete.deletes',
    'deletes.q',
    'query $frob',
    'deletes.limit',
    '',
  ])
})
