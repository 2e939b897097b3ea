// The product that `npm run test:fuzz` attacks: a separate process on separate data, with a session and a key.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { at } from './paths.mjs'

const START_MS = 120_000
const ACCOUNT = 'admin'

/**
 * Starts the built product with the demo hospital, so that calls return data.
 * @returns {Promise<{ url: string, dataDir: string, token: string, key: string, running: () => boolean, output: () =>
 * string, opens: () => Promise<boolean>, close: () => Promise<void> }>} `opens`: checks that the session is still
 * accepted
 */
export async function openFuzzTarget() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wardtrack-fuzz-'))
  const { freePort } = await import('../../packages/service-kit/dist/testing/free-port.js')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const password = randomBytes(18).toString('base64url')
  const key = randomBytes(24).toString('base64url')
  const child = spawn(process.execPath, [at('apps', 'standalone', 'dist', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      PORT: String(port),
      WARDTRACK_DATA_DIR: join(dataDir, 'product'),
      WARDTRACK_DEMO: 'on',
      WARDTRACK_DEMO_HISTORY: 'off',
      WARDTRACK_ADMIN_USERNAME: ACCOUNT,
      WARDTRACK_ADMIN_PASSWORD: password,
      WARDTRACK_INGEST_KEY: key,
      WARDTRACK_SESSION_WORK_SECONDS: '6000',
      WARDTRACK_SESSION_ANSWER_MB: '100000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output = (output + text).slice(-100_000)
    })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const running = () => child.exitCode === null && child.signalCode === null
  const close = async () => {
    if (running()) child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(() => output, running)
    const token = await signIn(url, password)
    return { url, dataDir, token, key, running, output: () => output, opens: () => opens(url, token), close }
  } catch (error) {
    await close()
    throw new Error(`${error.message}\n${output.slice(-2_000)}`, { cause: error })
  }
}

/** Waits for the line that the product prints once the demo hospital is complete: calls are answered earlier. */
async function ready(output, running) {
  const until = Date.now() + START_MS
  while (Date.now() < until && running()) {
    if (/^ready on /m.test(output())) return
    await pause(250)
  }
  throw new Error('the product did not start')
}

async function signIn(url, password) {
  const answer = await fetch(`${url}/api/user/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ACCOUNT, password, authenticationMethod: 'Password' }),
  })
  const { AccessToken } = await answer.json()
  if (!AccessToken) throw new Error(`the first account was not signed in: ${answer.status}`)
  return AccessToken
}

async function opens(url, token) {
  const answer = await fetch(`${url}/api/privilege/getAllowedRoutes`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await answer.text()
  if (answer.status !== 200) console.error(`The session: ${answer.status} ${text.slice(0, 300)}`)
  return answer.status === 200
}
