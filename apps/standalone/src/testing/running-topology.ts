import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Client } from '@wardtrack/contracts/client'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { vi } from 'vitest'
import { INGEST_KEY, openSupervisor, PASSWORD } from './running-product.ts'

const STARTER = fileURLToPath(new URL('../../../../scripts/topology.mjs', import.meta.url))
/** Longer than processes that Redis does not join take to learn of each other's changes. */
const SETTLE_MS = 2_500

/** Three services, two processes of each, behind a proxy. */
export type RunningTopology = {
  url: string
  /** a person with every page and the patient-data flag */
  client: Client
  /** the same person, signed in once more */
  signInAgain(): Promise<Client>
  /** pushes by key, again until it is taken: the same items are harmless */
  pushUntilTaken(path: string, items: object): Promise<Record<string, unknown>>
  /** ends a process (`api-1`) without warning; it is started again by itself */
  kill(name: string): void
  /** waits until every process knows what was changed */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** Starts it on a data directory of its own. */
export async function startTopology(dataDir: string, redisUrl?: string): Promise<RunningTopology> {
  const child = spawn(process.execPath, [STARTER, '--built', ...(redisUrl ? ['--redis', redisUrl] : [])], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      WARDTRACK_DATA_DIR: dataDir,
      WARDTRACK_ADMIN_PASSWORD: PASSWORD,
      WARDTRACK_INGEST_KEY: INGEST_KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const pids = new Map<string, number>()
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (text: Buffer): void => {
      output += text.toString()
      const complete = output.slice(0, output.lastIndexOf('\n') + 1)
      for (const [, name = '', pid] of complete.matchAll(/^(\S+) pid (\d+) on port/gm))
        pids.set(name, Number(pid))
      const found = /^ready on (\S+)$/m.exec(complete)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`the processes did not start: ${output}`)))
  })
  const { client, signInAgain } = await openSupervisor(url)
  return {
    url,
    client,
    signInAgain,
    pushUntilTaken: (path, items) =>
      vi.waitFor(async () => {
        const answer = await fetch(url + path, {
          method: 'POST',
          headers: { 'x-api-key': INGEST_KEY, 'content-type': 'application/json' },
          body: JSON.stringify(items),
        })
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
        return (await answer.json()) as Record<string, unknown>
      }, TEST_WAIT),
    kill: (name) => {
      const pid = pids.get(name)
      if (pid === undefined) throw new Error(`there is no process ${name}`)
      process.kill(pid, 'SIGKILL')
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
