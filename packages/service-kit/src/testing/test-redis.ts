import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** The machine that runs a test's program: this one, or one of a test network. */
export type TestMachine = {
  /** address that the program listens on and others connect to */
  address: string
  /** prefix of the command that starts it */
  command: readonly string[]
}

/** This machine, with programs that only it can reach. */
const LOOPBACK: TestMachine = { address: '127.0.0.1', command: [] }

/** Returns a program and its arguments as they are started on a machine. */
function commandOn({ command }: TestMachine, program: string, parts: readonly string[]): [string, string[]] {
  const [first, ...others] = command
  return first === undefined ? [program, [...parts]] : [first, [...others, program, ...parts]]
}

export { commandOn, freePort, LOOPBACK }

const REDIS = 'redis-server'

/** A real redis-server on a free port. */
export type TestRedis = {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  /** halts the server: commands sent to it wait */
  pause(): void
  resume(): void
  /** changes a setting of the running server */
  configure(name: string, value: string): Promise<void>
  drop(): Promise<void>
}

/**
 * Prepares a server without starting it. @param settings further arguments, such as `--maxmemory` @param machine
 * where it runs
 */
export async function makeRedis(settings: readonly string[] = [], machine = LOOPBACK): Promise<TestRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const running = child
    if (!running) return
    child = undefined
    const exited = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await exited
  }
  return {
    url: `redis://${machine.address}:${port}`,
    kill,
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    configure: (name, value) => configure(machine.address, port, name, value),
    start: () =>
      new Promise((resolve, reject) => {
        const args = [
          '--port',
          String(port),
          '--bind',
          machine.address,
          '--protected-mode',
          'no',
          '--save',
          '',
          '--appendonly',
          'no',
          '--dir',
          dir,
          ...settings,
        ]
        const started = spawn(...commandOn(machine, REDIS, args))
        child = started
        started.once('error', () =>
          reject(new Error(`${REDIS} is needed for this test: install redis-server`)),
        )
        started.once('exit', (code) => reject(new Error(`${REDIS} ended with ${code}`)))
        started.stdout.on('data', (text: Buffer) => {
          if (text.includes('Ready to accept connections')) resolve()
        })
      }),
    drop: async () => {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function configure(host: string, port: number, name: string, value: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(`CONFIG SET ${name} ${value}\r\n`))
    socket.once('error', reject)
    socket.once('data', (answer) => {
      socket.destroy()
      if (answer.toString().startsWith('+OK')) resolve()
      else reject(new Error(`redis said ${answer.toString()}`))
    })
  })
}

/** Creates a relay between a bus and Redis. Once silenced, open connections stay open but carry no answers. */
export async function makeRelay(target: number): Promise<{ url: string; silence(): void; close(): void }> {
  const pairs: [Socket, Socket][] = []
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    pairs.push([client, upstream])
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => client.write(bytes))
    client.on('error', () => undefined).on('close', () => upstream.destroy())
    upstream.on('error', () => undefined).on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`,
    silence: () => {
      for (const [client, upstream] of pairs) {
        upstream.removeAllListeners('data')
        upstream.resume()
        client.removeAllListeners('data')
        client.resume()
      }
    },
    close: () => {
      server.close()
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
  }
}
