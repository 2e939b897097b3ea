import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type ReadAnswer, readAnswer, readStart } from './format-answer.ts'
import type { FormatReply, FormatRequest, ProcessStart } from './format-process.types.ts'
import { EVALUATOR_ENTRY, evaluatorPaths, missingWalls, wallFlags } from './format-walls.ts'

/** A process that evaluates one request at a time. */
export type FormatProcess = {
  /**
   * resolves with `time` or `memory` as reason when the process had to be ended
   * @throws Error when what it says is no answer to the request: then it has been ended
   */
  evaluate(request: FormatRequest): Promise<FormatReply>
  /** it evaluates nothing any more */
  hasEnded(): boolean
  end(): Promise<void>
}

const MACHINE_MB = 96
const MB = 1024 * 1024
/** Resident MB after which a process is replaced. */
const SPENT_MB = 384
/** The machine stops most by itself: by then it is in a step that does not end. */
const PATIENCE = 3
const GRACE_MS = 500
const START_MS = 60_000
const NICE = 5

/**
 * Starts a process. It knows nothing of this one's environment, and may do nothing but evaluate.
 * @param entry another one in tests
 */
export function createFormatProcess(entry = EVALUATOR_ENTRY): FormatProcess {
  const paths = evaluatorPaths()
  const start: ProcessStart = {
    id: randomUUID(),
    paths,
    memoryBytes: MACHINE_MB * MB,
    spentBytes: SPENT_MB * MB,
  }
  const child = fork(entry, [JSON.stringify(start)], {
    // Times without a zone are UTC, wherever the server stands.
    env: { TZ: 'UTC' },
    execArgv: wallFlags([entry, ...Object.values(paths)]),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let ended = false
  const exited = new Promise<undefined>((resolve) => child.once('close', () => resolve(undefined)))
  void exited.then(() => {
    ended = true
  })
  const end = async (): Promise<void> => {
    ended = true
    child.kill('SIGKILL')
    await exited
  }
  child.on('error', () => child.kill('SIGKILL'))
  if (child.pid !== undefined) volunteerForOutOfMemory(child.pid)
  const messages = expectMessages(child, () => void end())
  const started = Promise.race([messages.next(), exited])
  void started.then(() => lowerPriority(child.pid))
  // It must not keep the service from ending.
  child.unref()
  child.channel?.unref()

  const requireStarted = async (): Promise<void> => {
    const message = await within(START_MS, started)
    const walls = message === 'late' ? undefined : readStart(message, start.id)
    if (walls && missingWalls(walls).length === 0) return
    await end()
    const reason = walls ? `lacks walls: ${missingWalls(walls).join(', ')}` : 'did not start'
    throw new Error(`the process that evaluates expressions ${reason}`)
  }
  const readOrEnd = async (message: unknown, id: string): Promise<ReadAnswer> => {
    const answer = readAnswer(message, id)
    if (answer && !answer.isSpent) return answer
    await end()
    // It is thrown away whole: somebody else's answer may be the next thing that it says.
    if (!answer) throw new Error('the process that evaluates expressions answered what was not asked')
    return answer
  }
  return {
    evaluate: async (request) => {
      await requireStarted()
      const id = randomUUID()
      const answered = Promise.race([messages.next(), exited])
      // It may have ended: then `exited` tells.
      child.send({ id, request }, () => undefined)
      const message = await within(request.limits.timeMs * PATIENCE + GRACE_MS, answered)
      if (message !== 'late' && message !== undefined) return (await readOrEnd(message, id)).reply
      await end()
      return { failure: message === 'late' ? tookTime(request.limits.timeMs) : TOOK_MEMORY }
    },
    hasEnded: () => ended,
    end,
  }
}

const tookTime = (timeMs: number) =>
  ({ reason: 'time', message: `The expression took more than ${timeMs} ms.` }) as const
const TOOK_MEMORY = {
  reason: 'memory',
  message: `The expression took more than ${MACHINE_MB} MB of memory.`,
} as const

/** Hands each message to who waits for it. @param onUnasked called when nobody waits */
function expectMessages(child: ChildProcess, onUnasked: () => void): { next(): Promise<unknown> } {
  let waiting: ((message: unknown) => void) | undefined
  child.on('message', (message) => {
    const resolve = waiting
    waiting = undefined
    if (resolve) resolve(message)
    else onUnasked()
  })
  return {
    next: () =>
      new Promise((resolve) => {
        waiting = resolve
      }),
  }
}

async function within<T>(ms: number, awaited: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
  })
  return Promise.race([awaited, late]).finally(() => clearTimeout(timer))
}

/** What is served goes first; starting is not put off, because somebody waits for it. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, NICE)
  } catch {
    // It has ended already, which whoever evaluates learns.
  }
}

/** When the machine runs short of memory, the kernel ends this process and not the one that serves. */
function volunteerForOutOfMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // No such file outside Linux, or it has ended already.
  }
}
