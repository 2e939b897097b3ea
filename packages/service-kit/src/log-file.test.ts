import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLogFile } from './log-file.ts'

test('a log file that cannot be written ends nothing, and takes lines again when it can be', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-log-'))
  const path = join(dir, 'core.log')
  try {
    // A folder in its place stands for whatever keeps the file from being written.
    await mkdir(path)
    const file = createLogFile(dir, 'core.log', 20)
    // Opening it fails beside the writing, on a busy machine after a while.
    for (let n = 0; n < 100; n += 1) {
      file.write(`lost ${n}\n`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await rm(path, { recursive: true })
    const text = (): Promise<string> => readFile(path, 'utf8').catch(() => '')
    await expect
      .poll(() => {
        file.write('kept\n')
        return text()
      })
      .toContain('kept')
    expect(await text()).toContain('lines of this log were lost')
    expect(existsSync(path)).toBe(true)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})

test('what was written stands in the file when it is closed, and a line after that opens it again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-log-'))
  try {
    const file = createLogFile(join(dir, 'logs'), 'core.log')
    file.write('one\n')
    await file.close()
    expect(await readFile(join(dir, 'logs', 'core.log'), 'utf8')).toBe('one\n')
    await file.close()
    file.write('two\n')
    await file.close()
    expect(await readFile(join(dir, 'logs', 'core.log'), 'utf8')).toBe('one\ntwo\n')
  } finally {
    await rm(dir, { recursive: true })
  }
})
