import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** An error as the store's driver throws it for a document whose key is taken. */
function takenKey(): Error {
  const message =
    'E11000 duplicate key error collection: w.assets index: AssetId_1 dup key: { AssetId: "PT-7" }'
  const writeErrors = [
    { code: 11_000, errmsg: message, op: { AssetId: 'PT-7', Fields: { AssetName: 'J. Doe' } } },
  ]
  const error = Object.assign(new Error(message), {
    code: 11_000,
    keyValue: { AssetId: 'PT-7' },
    writeErrors,
  })
  error.name = 'MongoBulkWriteError'
  return error
}

test('an error in the log tells kind, code and place, and nothing of the document it is about', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-log-'))
  try {
    const log = createLog({ service: 'core', dir, stdout: false })
    log.error({ err: takenKey() }, 'unexpected error')
    log.error({ err: new Error('outer', { cause: takenKey() }) }, 'unexpected error')
    log.error({ err: { AssetName: 'J. Doe' } }, 'unexpected error')
    let text = ''
    while (text.split('\n').length < 4) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      text = await readFile(join(dir, 'core.log'), 'utf8').catch(() => '')
    }
    expect(text).not.toContain('PT-7')
    expect(text).not.toContain('J. Doe')
    const [first = '', second = ''] = text.split('\n')
    expect(JSON.parse(first)).toMatchObject({
      service: 'core',
      msg: 'unexpected error',
      err: { type: 'MongoBulkWriteError', code: 11_000, stack: expect.stringContaining('log.test.ts') },
    })
    expect(JSON.parse(second)).toMatchObject({
      err: { message: 'outer', cause: { type: 'MongoBulkWriteError' } },
    })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
