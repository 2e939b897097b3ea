import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  freePort,
  type Headers,
  openTestApp,
  spawnTestStore,
  TEST_ENCRYPTION_KEY,
  TEST_JWT_SECRET,
  type TestApp,
} from '@wardtrack/test-kit'

const MAIN = fileURLToPath(new URL('../../apps/standalone/dist/main.js', import.meta.url))
const START_MS = 240_000
/**
 * Time limit of an answer; a later one counts as missing. It is longer than the product's own limits (parsing 120 s,
 * decoding of an image 30 s), so that a busy machine fails no test.
 */
const ANSWER_MS = 150_000

/** The built product in a separate process on a fresh store, with people and keys for the attack. */
export type Target = {
  url: string
  port: number
  people: TestApp['people']
  /** parts on the target's store, which read the stored data */
  parts: TestApp['parts']
  pid: number
  /** data directory of the process */
  dataDir: string
  /** everything that the process printed */
  output(): string
  running(): boolean
  /** resident memory of the process in MB */
  residentMb(): Promise<number>
  send(method: string, path: string, options?: Sent): Promise<Answer>
  close(): Promise<void>
}

/** A request. `body` is sent as JSON, `text` unchanged. */
export type Sent = { headers?: Headers; body?: unknown; text?: string | Uint8Array }
/** An answer. `body` is undefined when it was not JSON. */
export type Answer = {
  status: number
  headers: globalThis.Headers
  text: string
  body: Record<string, never>
}

/** Starts the product. @param environment settings in addition to those that separate runs */
export async function openTarget(environment: Record<string, string> = {}): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-attack-'))
  const store = await spawnTestStore(join(dataDir, 'store'))
  const app = await openTestApp([], { storeUri: store.uri })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: dataDir,
      PORT: String(port),
      WARDTRACK_DATA_DIR: join(dataDir, 'product'),
      WARDTRACK_DEMO: 'off',
      MONGODB_URI: store.uri,
      JWT_SECRET: TEST_JWT_SECRET,
      ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output = (output + text.toString()).slice(-100_000)
    })
  const running = (): boolean => child.exitCode === null && child.signalCode === null
  const close = async (): Promise<void> => {
    if (running()) child.kill('SIGTERM')
    await exited
    await app.close()
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  const started = Date.now()
  while (!/^ready on /m.test(output)) {
    if (!running() || Date.now() - started > START_MS) {
      await close()
      throw new Error(`the product did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    port,
    people: app.people,
    parts: app.parts,
    pid: child.pid ?? 0,
    dataDir: join(dataDir, 'product'),
    output: () => output,
    running,
    residentMb: async () => residentMb(child.pid ?? 0),
    send: (method, path, sent) => send(method, url + path, sent),
    close,
  }
}

async function residentMb(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function send(method: string, url: string, { headers, body, text }: Sent = {}): Promise<Answer> {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(url, {
    method,
    headers: { ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(sent === undefined ? {} : { body: sent as string }),
  })
  const answer = await response.text()
  return { status: response.status, headers: response.headers, text: answer, body: parsed(answer) }
}

function parsed(text: string): Record<string, never> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * Returns the number of attempts of an attack: the first number in the short form of `.ci/run`, the second otherwise.
 */
export const attempts = (short: number, long: number): number =>
  process.env['WARDTRACK_ATTACK_EXTENT'] === 'short' ? short : long
