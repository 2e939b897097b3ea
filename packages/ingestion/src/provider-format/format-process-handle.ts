import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { z } from 'zod'
import {
  FORMAT_WALLS,
  type FormatReply,
  type FormatRequest,
  type FormatWall,
  type ProcessStart,
} from './format-process.types.ts'
import { EVALUATOR_ENTRY, evaluatorPaths, missingWalls, wallFlags } from './format-walls.ts'

const failure = z.strictObject({
  reason: z.enum(['body', 'expression', 'result', 'time', 'depth', 'size', 'memory']),
  message: z.string().max(500),
  // Logs and people without the patient-data flag see code and position.
  code: z
    .string()
    .regex(/^[A-Z]\d{4}$/)
    .optional()
    .catch(undefined),
  position: z.int().min(0).max(100_000).optional().catch(undefined),
})
const answerShape = z.strictObject({
  id: z.string(),
  isSpent: z.boolean(),
  reply: z.union([z.strictObject({ items: z.string() }), z.strictObject({ failure })]),
})
const startShape = z.strictObject({ id: z.string(), walls: z.array(z.enum(FORMAT_WALLS)) })

/** A checked answer. */
type ReadAnswer = { reply: FormatReply; isSpent: boolean }

/** Reads the process's answer to a question; undefined when the message is not the answer to this question. */
function readAnswer(message: unknown, id: string): ReadAnswer | undefined {
  const answer = answerShape.safeParse(message)
  return answer.success && answer.data.id === id ? (answer.data as ReadAnswer) : undefined
}

/** Reads the process's start message, which lists the walls that work. */
function readStart(message: unknown, id: string): FormatWall[] | undefined {
  const start = startShape.safeParse(message)
  return start.success && start.data.id === id ? start.data.walls : undefined
}

/** A process that evaluates one request at a time. */
export type FormatProcess = {
  /**
   * resolves with `time` or `memory` as reason when the process had to be ended
   * @throws Error when the process sent no valid answer to the request; it has then been ended
   */
  evaluate(request: FormatRequest): Promise<FormatReply>
  /** true when the process has ended */
  hasEnded(): boolean
  end(): Promise<void>
}

const MACHINE_MB = 96
const MB = 1024 * 1024
/** Resident MB after which a process is replaced. */
const SPENT_MB = 384
/**
 * Multiple of the time limit after which the process is ended. The machine stops most evaluations itself, except
 * within a step that does not end.
 */
const PATIENCE = 3
const GRACE_MS = 500
const START_MS = 60_000
const NICE = 5

/**
 * Starts a process. It has no access to this process's environment, and can only evaluate.
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
    // Times without a zone are UTC, wherever the server is.
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
  // The child must not keep the service from ending.
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
    // The process is discarded: its next message may be the answer to another question.
    if (!answer) throw new Error('the process that evaluates expressions answered what was not asked')
    return answer
  }
  return {
    evaluate: async (request) => {
      await requireStarted()
      const id = randomUUID()
      const answered = Promise.race([messages.next(), exited])
      // If the process has ended, `exited` reports it.
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

/** Passes each message to the waiting caller. @param onUnasked called when no caller waits */
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

/**
 * Lowers the priority of a started process, so that serving comes first. Until then the priority is normal, because a
 * caller waits for the start.
 */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, NICE)
  } catch {
    // The process has ended already; the next evaluation reports it.
  }
}

/** Makes the kernel end this child, not the serving process, when the machine runs out of memory. */
function volunteerForOutOfMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // The file exists only on Linux, and only while the process runs.
  }
}
