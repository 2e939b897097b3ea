import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestMachine } from '@wardtrack/test-kit'

/** A private network between the programs of a test, which can be cut. */
export type TestNetwork = {
  /** this process in the network: all machines reach servers that listen on this address */
  own: TestMachine
  /** adds a machine; its `command` starts programs on it */
  addMachine(): Promise<TestMachine>
  /**
   * Cuts the connection between two machines, including open connections. Packets are dropped without an error to the
   * sender.
   */
  cut(one: TestMachine, other: TestMachine): Promise<void>
  /** restores all connections */
  heal(): Promise<void>
  /** removes the network and ends everything that still runs on its machines */
  remove(): Promise<void>
}

/** Address range reserved for network tests (RFC 2544); each network uses one value of the last number. */
const PREFIX = '198.18'
const PER_MACHINE = 4
const UNSHARE = 'unshare'
/** Programs that create the network. */
const TOOLS =
  'root, util-linux (unshare, nsenter), iproute2 (ip) and a kernel with network namespaces and veth'

/**
 * Creates the network from network namespaces: one per machine, and a router between them and this process. Processes
 * that end together with this one hold the namespaces, so everything is removed at the end.
 * @throws where the network cannot be created, with the missing requirement
 */
export async function openTestNetwork(): Promise<TestNetwork> {
  const subnet = `${PREFIX}.${randomInt(256)}`
  const id = randomInt(36 ** 5).toString(36)
  const holders: ChildProcess[] = []
  const hold = async (): Promise<ChildProcess> => {
    const holder = await holdNamespace()
    holders.push(holder)
    return holder
  }
  const cuts: string[] = []
  let machines = 0

  const router = inside(await hold())
  await run([...router, 'sh', '-c', 'ip link set lo up && echo 1 >/proc/sys/net/ipv4/ip_forward'])
  /** Joins a namespace to the router. @returns its address */
  const join = async (pid: number, command: readonly string[], routes: string): Promise<TestMachine> => {
    const n = machines
    machines += 1
    const [near, address] = [1, 2].map((host) => `${subnet}.${n * PER_MACHINE + host}`)
    if (!near || !address) throw new Error('a network has no more addresses')
    const name = `wt${id}n${n}`
    await run([
      ...router,
      'ip',
      'link',
      'add',
      `to${n}`,
      'type',
      'veth',
      'peer',
      'name',
      name,
      'netns',
      `${pid}`,
    ])
    await run([...router, 'sh', '-c', `ip addr add ${near}/30 dev to${n} && ip link set to${n} up`])
    const up = `ip addr add ${address}/30 dev ${name} && ip link set ${name} up && ip link set lo up`
    await run([...command, 'sh', '-c', `${up} && ip route add ${routes} via ${near}`])
    return { address, command }
  }
  const own = await join(process.pid, [], `${subnet}.0/24`)
  const rule = (what: 'add' | 'del', rules: string): Promise<void> =>
    run([...router, 'ip', 'rule', what, ...rules.split(' ')])
  return {
    own,
    addMachine: async () => {
      const holder = await hold()
      return join(pidOf(holder), inside(holder), 'default')
    },
    cut: async (one, other) => {
      // A blackhole route drops packets silently; other kinds report an error to the sender.
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const rules = `from ${from.address} to ${to.address} blackhole`
        await rule('add', rules)
        cuts.push(rules)
      }
    },
    heal: async () => {
      for (const rules of cuts.splice(0)) await rule('del', rules)
    },
    remove: async () => {
      for (const holder of holders.splice(0)) {
        const ended = new Promise((resolve) => holder.once('exit', resolve))
        holder.kill('SIGKILL')
        await ended
      }
    },
  }
}

const pidOf = ({ pid }: ChildProcess): number => pid ?? 0
/** Returns the beginning of a command that runs in the namespace of a process. */
const inside = (holder: ChildProcess): string[] => ['nsenter', `--net=/proc/${pidOf(holder)}/ns/net`]
const namespaceOf = (pid: number | 'self'): string => readlinkSync(`/proc/${pid}/ns/net`)

/** Starts a process in a new namespace that reads until this process ends. */
async function holdNamespace(): Promise<ChildProcess> {
  const holder = spawn(UNSHARE, ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'pipe'] })
  const failure = new Promise<never>((_resolve, reject) => {
    let said = ''
    holder.stderr.on('data', (text: Buffer) => {
      said += text.toString()
    })
    const fail = (): void => reject(new Error(`${TOOLS} are needed for this test: ${said.trim()}`))
    holder.once('error', fail)
    holder.once('exit', fail)
  })
  failure.catch(() => undefined)
  const isMade = async (): Promise<void> => {
    while (namespaceOf(pidOf(holder)) === namespaceOf('self')) await sleep(5)
  }
  await Promise.race([new Promise((resolve) => holder.once('spawn', resolve)), failure])
  await Promise.race([isMade(), failure])
  return holder
}

const run = ([program = '', ...parts]: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(program, parts, (error, _out, said) => {
      if (error) reject(new Error(`${TOOLS} are needed for this test: ${said.trim() || error.message}`))
      else resolve()
    })
  })
