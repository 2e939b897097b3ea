import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const PASSWORD = 'correct horse battery staple'
const KEY = 'an-ingestion-key-for-tests'

/** The built product as a process of its own, with short ways to ask it. */
export type RunningProduct = {
  url: string
  /** as the first account, which holds every page that is asked for here */
  call(path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>
  ingest(path: string, items: readonly object[]): Promise<Record<string, unknown>>
  stop(): Promise<void>
  /** ends it and its store as a power cut would, but for what the kernel holds */
  kill(): Promise<void>
}

/** Starts it on a data directory of its own. */
export async function startProduct(dataDir: string): Promise<RunningProduct> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      WARDTRACK_DATA_DIR: dataDir,
      WARDTRACK_DEMO: 'off',
      WARDTRACK_ADMIN_PASSWORD: PASSWORD,
      WARDTRACK_INGEST_KEY: KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await urlOf(child)
  const token = await signIn(url)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url,
    call: async (path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    ingest: async (path, items) => {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
        body: JSON.stringify(items),
      })
      return (await answer.json()) as Record<string, unknown>
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
    kill: async () => {
      const lock = await readFile(join(dataDir, 'store', 'embedded-mongo.lock'), 'utf8').catch(() => '')
      const store = Number(lock.split(' ')[0])
      child.kill('SIGKILL')
      if (store > 0)
        try {
          process.kill(store, 'SIGKILL')
        } catch {
          // It has ended by itself.
        }
      await exited
    },
  }
}

function urlOf(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (text: Buffer): void => {
      output += text.toString()
      const found = /ready on (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`the product did not start: ${output}`)))
  })
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/user/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD, authenticationMethod: 'Password' }),
  })
  const { AccessToken } = (await answer.json()) as { AccessToken?: string }
  if (!AccessToken) throw new Error(`nobody could sign in: ${answer.status}`)
  return AccessToken
}
