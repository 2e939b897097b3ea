import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@wardtrack/test-kit'
import type { Product } from './product.types.ts'
import { ELSEWHERE, startElsewhere } from './product-elsewhere.ts'

export type { Product } from './product.types.ts'

const MAIN = fileURLToPath(new URL('../../apps/standalone/dist/main.js', import.meta.url))

const READY = /^ready on (http:\/\/\S+)$/m
/** Shorter than the timeout of a hook, so that a start that fails is named. Seeding on a busy machine takes minutes. */
const START_MS = 220_000

/**
 * Starts the product, or the one elsewhere if the environment names it.
 * @param environment settings besides those that separate runs
 * @param data folder with initial data, which the product then owns; an empty one by default
 */
export async function startProduct(
  environment: Record<string, string> = {},
  data?: string,
): Promise<Product> {
  if (ELSEWHERE) return startElsewhere(ELSEWHERE, environment, data)
  const dataDir = data ?? (await mkdtemp(join(tmpdir(), 'wardtrack-e2e-')))
  const port = await freePort()
  const password = 'bright corridor lamp'
  const ingestKey = 'e2e-key-of-the-browser-tests'
  const settings = {
    PATH: process.env['PATH'] ?? '',
    HOME: dataDir,
    PORT: String(port),
    WARDTRACK_DATA_DIR: dataDir,
    WARDTRACK_ADMIN_USERNAME: 'admin',
    WARDTRACK_ADMIN_PASSWORD: password,
    WARDTRACK_INGEST_KEY: ingestKey,
    // Off by default, because it takes seconds of each start; journeys that need history turn it on.
    WARDTRACK_DEMO_HISTORY: 'off',
    ...environment,
  }
  let child: ChildProcess | undefined
  let output = ''
  const printed = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const started = Date.now()
      const poll = setInterval(() => {
        if (pattern.test(output)) settle(resolve)
        else if (child?.exitCode !== null && child?.exitCode !== undefined)
          settle(() => reject(new Error(`it ended with ${child?.exitCode}:\n${output}`)))
        else if (Date.now() - started > START_MS)
          settle(() => reject(new Error(`not within ${START_MS} ms:\n${output}`)))
      }, 50)
      const settle = (settled: () => void): void => {
        clearInterval(poll)
        settled()
      }
    })
  const start = async (): Promise<void> => {
    output = ''
    child = spawn(process.execPath, [MAIN], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text.toString()
      })
    await printed(READY)
  }
  const stop = async (): Promise<void> => {
    const running = child
    if (!running || running.exitCode !== null) return
    const exited = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    await exited
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    username: 'admin',
    password,
    ingestKey,
    dataDir,
    pid: () => child?.pid,
    output: () => output,
    printed,
    start,
    stop,
    remove: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Pushes items with the product's key, like an integrator. @throws an error unless all were accepted */
export async function push(product: Product, path: string, body: unknown): Promise<void> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.ingestKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { accepted?: number; refused?: number }
  if (!response.ok || answer.refused !== 0)
    throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
}
