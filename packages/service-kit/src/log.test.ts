import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** Creates an error as the store's driver throws it for a duplicate key. */
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

/** Messages of parsers and stores about a refused value, and the part of each that is no value. */
const QUOTING: readonly [said: string, kept: string][] = [
  [
    `Unexpected token 'D', "{"AssetName": J. Doe}" is not valid JSON`,
    `Unexpected token 'D', … is not valid JSON`,
  ],
  [
    'Cast to Number failed for value "J. \n    at Doe" (type string)',
    'Cast to Number failed for value … (type string)',
  ],
  ["Cannot create field 'Level' in element { Note: 'J. Doe' }", "Cannot create field 'Level' in element …"],
  ['An opened quote: "J. Doe', 'An opened quote: …'],
  ['Document {"AssetName":"J. Doe"} is larger than "PT-7" allows', 'Document … allows'],
  ["ENOENT: no such file or directory, open '/a/b'", "ENOENT: no such file or directory, open '/a/b'"],
]

/** Returns the lines that a new log contains after `write`. */
async function linesOf(write: (log: ReturnType<typeof createLog>) => void, count: number): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-log-'))
  try {
    write(createLog({ service: 'core', dir, stdout: false }))
    let text = ''
    while (text.split('\n').length <= count) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      text = await readFile(join(dir, 'core.log'), 'utf8').catch(() => '')
    }
    return text.trim().split('\n')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

test('logs the message of an error without quoted values, and its full stack places', async () => {
  const lines = await linesOf((log) => {
    for (const [said] of QUOTING) log.error({ err: new Error(said) }, 'unexpected error')
  }, QUOTING.length)
  for (const [index, [, kept]] of QUOTING.entries()) {
    const { err } = JSON.parse(lines[index] ?? '') as { err: { message: string; stack: string } }
    expect(err.message).toBe(kept)
    const [first, ...frames] = err.stack.split('\n')
    expect(first).toBe(`Error: ${kept}`)
    expect(frames[0]).toContain('log.test.ts')
  }
  expect(lines.join()).not.toMatch(/Doe|PT-7/)
})

test('names no patients in a line, wherever its caller put them', async () => {
  const [line = ''] = await linesOf(
    (log) => log.info({ details: { returned: 3, patients: 2, patientIds: ['p-7'] }, patients: 2 }, 'made'),
    1,
  )
  expect(JSON.parse(line)).toMatchObject({ msg: 'made', details: { returned: 3 } })
  expect(line).not.toMatch(/patient|p-7/i)
})

test('logs kind, code and place of an error, and nothing of its document', async () => {
  const lines = await linesOf((log) => {
    log.error({ err: takenKey() }, 'unexpected error')
    log.error({ err: new Error('outer', { cause: takenKey() }) }, 'unexpected error')
    log.error({ err: { AssetName: 'J. Doe' } }, 'unexpected error')
  }, 3)
  expect(lines.join()).not.toMatch(/PT-7|J\. Doe/)
  const [first = '', second = ''] = lines
  expect(JSON.parse(first)).toMatchObject({
    service: 'core',
    msg: 'unexpected error',
    err: { type: 'MongoBulkWriteError', code: 11_000, stack: expect.stringContaining('log.test.ts') },
  })
  expect(JSON.parse(second)).toMatchObject({
    err: { message: 'outer', cause: { type: 'MongoBulkWriteError' } },
  })
})
