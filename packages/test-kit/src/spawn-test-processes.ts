import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type SpawnedMongo, spawnEmbeddedMongo } from '@wardtrack/embedded-mongo'
import { commandOn, LOOPBACK } from '@wardtrack/service-kit/testing'

/** A process under test that may be killed at any moment. */
export type TestProcess = {
  url: string
  pid: number
  /** resolves when the process has ended, expected or not */
  exited: Promise<void>
  /** kills it without warning (SIGKILL) and resolves when it has ended */
  kill(): Promise<void>
}

/** Starts the embedded store as a separate process on a data directory, to be killed by its `pid`. */
export const spawnTestStore = (dataDir: string): Promise<SpawnedMongo> => spawnEmbeddedMongo({ dataDir })

/**
 * Starts a built service (`dist/main.js`) and resolves when it listens.
 * @param machine the machine that runs it
 * @throws with its output when it ends instead
 */
export async function spawnTestService(
  main: string,
  settings: Record<string, string>,
  machine = LOOPBACK,
): Promise<TestProcess> {
  const child = spawn(...commandOn(machine, process.execPath, [main]), {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: machine.address, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await addressOf(child)
  return {
    url,
    pid: child.pid ?? 0,
    exited,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines: string[] = []
    const listen = (line: string): void => {
      lines.push(line)
      const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0]
      if (url) resolve(url)
    }
    for (const output of [child.stdout, child.stderr])
      if (output) createInterface({ input: output }).on('line', listen)
    child.once('exit', (code) => reject(new Error(`ended with code ${code}: ${lines.slice(-5).join('\n')}`)))
  })
}
