import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLogFile } from './log.ts'

test('continues when a log file cannot be written, and writes lines again when it can', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-log-'))
  const path = join(dir, 'core.log')
  try {
    // A folder at the file's path simulates any reason why the file cannot be written.
    await mkdir(path)
    const file = createLogFile(dir, 'core.log', 20)
    // Opening fails asynchronously, on a busy machine after a while.
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

test('writes all lines before it closes, and opens the file again for a later line', async () => {
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
