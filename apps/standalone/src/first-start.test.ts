import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Starts the built process on an occupied port, and resolves when the process has ended. */
async function startOnOccupiedPort(
  dataDir: string,
): Promise<{ code: number | null; output: string; errorOutput: string }> {
  const occupied = createServer()
  await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve))
  const { port } = occupied.address() as AddressInfo
  const child = spawn(process.execPath, [MAIN], {
    env: { PORT: String(port), WARDTRACK_DATA_DIR: dataDir, WARDTRACK_DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errorOutput = ''
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    errorOutput += text.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  occupied.close()
  return { code, output, errorOutput }
}

test('prints the generated password and protects its files when the first start fails', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'wardtrack-first-'))
  const dataDir = join(parent, 'data')
  const umask = process.umask(0o022)
  try {
    const { code, output, errorOutput } = await startOnOccupiedPort(dataDir)
    expect(code).toBe(1)
    expect(errorOutput).toMatch(/^Wardtrack could not start: .*EADDRINUSE.*\n$/)
    expect(output).toMatch(/^Sign in as admin with [a-z2-9]{26} \(shown this once\)$/m)
    const files = await readdir(dataDir, { recursive: true })
    expect(files).toContain(join('store', 'store.mdb'))
    for (const file of ['', ...files]) {
      const { mode } = await stat(join(dataDir, file))
      expect([file, mode & 0o077]).toEqual([file, 0])
    }
    const secondStart = await startOnOccupiedPort(dataDir)
    expect([secondStart.code, secondStart.output]).toEqual([1, ''])
  } finally {
    process.umask(umask)
    await rm(parent, { recursive: true, force: true })
  }
})
