import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { commandOn, LOOPBACK, type TestMachine } from '@wardtrack/service-kit/testing'

const SCRIPT = fileURLToPath(new URL('../../../../scripts/kafka-broker.sh', import.meta.url))
/** Time limit of a start, in which the jars may have to be downloaded. */
const START_LIMIT_MS = 300_000

/** A real Kafka broker for tests. */
export type TestBroker = {
  /** `host:port` */
  address: string
  /** kills it (SIGKILL) and resolves when it is gone */
  kill(): Promise<void>
  /** suspends it (SIGSTOP): its connections stay open without answers */
  freeze(): Promise<void>
  /** resumes it after `freeze` */
  thaw(): Promise<void>
  /** starts it again on the same files, after `kill` */
  restart(): Promise<void>
  /** ends it and removes its files */
  remove(): Promise<void>
}

/**
 * Starts a broker by `scripts/kafka-broker.sh`.
 * @param machine machine that runs it; without access to Maven Central the jars must exist already
 * @throws with the output of the broker when it does not start
 */
export async function startTestBroker(machine: TestMachine = LOOPBACK): Promise<TestBroker> {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-kafka-'))
  const port = await findBrokerPort()
  let script = await startScript(port, dir, machine)
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    process.kill(Number(await readFile(join(dir, 'broker.pid'), 'utf8')), name)
  }
  const end = async (): Promise<void> => {
    if (script.exitCode !== null) return
    const exited = new Promise((resolve) => script.once('exit', resolve))
    await signal('SIGKILL')
    await exited
  }
  return {
    address: `${machine.address}:${port}`,
    kill: end,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    restart: async () => {
      script = await startScript(port, dir, machine)
    },
    remove: async () => {
      await end()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Finds a port whose partner, 10,000 away, is free too: the script uses the partner for the controller. */
async function findBrokerPort(): Promise<number> {
  for (;;) {
    const port = await tryPort(0)
    if (port && (await tryPort(port < 55_000 ? port + 10_000 : port - 10_000))) return port
  }
}

/** Returns the port if it is free; 0 requests any free port. */
const tryPort = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })

function startScript(port: number, dir: string, machine: TestMachine): Promise<ChildProcess> {
  const script = spawn(...commandOn(machine, 'bash', [SCRIPT, String(port), dir]), {
    env: { ...process.env, KAFKA_HOST: machine.address },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    const lines: string[] = []
    const timer = setTimeout(() => script.kill('SIGTERM'), START_LIMIT_MS)
    createInterface({ input: script.stdout }).on('line', (line) => {
      if (!line.startsWith('ready ')) return
      clearTimeout(timer)
      resolve(script)
    })
    createInterface({ input: script.stderr }).on('line', (line) => lines.push(line))
    script.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the broker ended with code ${code}: ${lines.slice(-10).join('\n')}`))
    })
  })
}
