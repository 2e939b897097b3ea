import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PAGES } from '@wardtrack/contracts'
import { type Client, createClient } from '@wardtrack/contracts/client'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
/** Password of the first account and of the supervisor. */
export const PASSWORD = 'correct horse battery staple'
/** Key that the tests push with. */
export const INGEST_KEY = 'an-ingestion-key-for-tests'

/** The built product as a separate process, with shortcuts for requests. */
export type RunningProduct = {
  url: string
  /** makes a call as the first account, which has every page that the tests need */
  call(path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>
  ingest(path: string, items: readonly object[]): Promise<Record<string, unknown>>
  /** a person with the patient-data flag and every page, created at the first call */
  supervisor(): Promise<Client>
  stop(): Promise<void>
  /** ends the product and its store like a power cut, except that the kernel keeps its buffers */
  kill(): Promise<void>
}

/** Starts the product on a separate data directory. @param settings additional environment */
export async function startProduct(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningProduct> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      WARDTRACK_DATA_DIR: dataDir,
      WARDTRACK_DEMO: 'off',
      WARDTRACK_SILENCE_MINUTES: '0',
      WARDTRACK_ADMIN_PASSWORD: PASSWORD,
      WARDTRACK_INGEST_KEY: INGEST_KEY,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await urlOf(child)
  const token = await tokenOf(url, 'admin', PASSWORD)
  let supervisor: Promise<Client> | undefined
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
        headers: { 'x-api-key': INGEST_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(items),
      })
      return (await answer.json()) as Record<string, unknown>
    },
    supervisor: () => (supervisor ??= supervisorOf(url, clientOf(url, token))),
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
          // The process has already ended.
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

const basesOf = (url: string) => ({
  api: `${url}/api`,
  location: `${url}/location/api`,
  status: `${url}/status/api`,
})
/** Makes the calls of all services at one address with a session. */
export const clientOf = (url: string, token: string): Client =>
  createClient({ bases: basesOf(url), headers: () => ({ authorization: `Bearer ${token}` }) })

async function tokenOf(url: string, username: string, password: string): Promise<string> {
  const body = { username, password, authenticationMethod: 'Password' as const }
  return (await createClient({ bases: basesOf(url) }).call('verify', { body })).AccessToken
}

/** Name of the person with every page and the flag. */
export const SUPERVISOR = 'supervisor'
const PRIVILEGE = 'May see everything'

/** Returns the person with every page and the flag, who may exist from an earlier start on the same data. */
async function supervisorOf(url: string, admin: Client): Promise<Client> {
  await makeSupervisor(url, admin)
  return clientOf(url, await tokenOf(url, SUPERVISOR, PASSWORD))
}

async function makeSupervisor(url: string, admin: Client): Promise<void> {
  const { config } = await admin.call('isConfigured', {})
  const isMade =
    config === 1 && (await admin.call('users', { query: { search: SUPERVISOR } })).data.length > 0
  if (isMade) return
  await admin.call('addPrivilege', {
    body: { privilegeName: PRIVILEGE, description: 'every page', routes: [...PAGES] },
  })
  await makePerson(url, admin, { username: SUPERVISOR, privileges: [PRIVILEGE], patientDataAccess: true })
}

/** Creates a person who has changed the one-time password to {@link PASSWORD}. */
export async function makePerson(
  url: string,
  admin: Client,
  person: { username: string; privileges: string[]; patientDataAccess: boolean; email?: string },
): Promise<void> {
  const password = `${PASSWORD} for one time`
  await admin.call('createUser', { body: { ...person, password } })
  const first = clientOf(url, await tokenOf(url, person.username, password))
  await first.call('changePassword', { body: { currentPassword: password, newPassword: PASSWORD } })
}

/** Creates the person with every page and the flag at a running product. @returns the first account, signed in */
export async function prepareSupervisor(url: string): Promise<Client> {
  const admin = clientOf(url, await tokenOf(url, 'admin', PASSWORD))
  await makeSupervisor(url, admin)
  return admin
}

/** Signs in a person whose password is {@link PASSWORD}. @returns the token of the session */
export const signInAt = (url: string, username: string): Promise<string> => tokenOf(url, username, PASSWORD)
