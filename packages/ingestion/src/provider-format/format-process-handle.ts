import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FormatReply, FormatRequest } from './format-process.types.ts'

/** A process that evaluates one request at a time. */
export type FormatProcess = {
  /** resolves with `time` or `memory` as reason when the process had to be ended */
  evaluate(request: FormatRequest): Promise<FormatReply>
  /** it evaluates nothing any more */
  hasEnded(): boolean
  end(): Promise<void>
}

/** The same from `src` in tests and from `dist`. */
const ENTRY = fileURLToPath(new URL('../../dist/provider-format/format-process.js', import.meta.url))
const MEMORY_MB = 96
/** Milliseconds beyond the limit of the expression, which stops most by itself; a machine under load may be late. */
const GRACE_MS = 500
const START_MS = 30_000
/** What is served goes first. */
const NICE = 5

/** Starts a process. It knows nothing of this one's environment. */
export function createFormatProcess(): FormatProcess {
  const child = fork(ENTRY, [], {
    env: {},
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let ended = false
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void exited.then(() => {
    ended = true
  })
  child.on('error', () => child.kill('SIGKILL'))
  if (child.pid !== undefined) lowerPriority(child.pid)
  const started = nextMessage(child, exited)
  // It must not keep the service from ending.
  child.unref()
  child.channel?.unref()

  const within = async <T>(ms: number, awaited: Promise<T>): Promise<T | 'late'> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), ms)
    })
    return Promise.race([awaited, late]).finally(() => clearTimeout(timer))
  }
  const end = async (): Promise<void> => {
    ended = true
    child.kill('SIGKILL')
    await exited
  }
  return {
    evaluate: async (request) => {
      if ((await within(START_MS, started)) !== 'ready') {
        await end()
        throw new Error('the process that evaluates expressions did not start')
      }
      const answered = nextMessage(child, exited)
      // It may have ended: then `gone` tells.
      child.send(request, () => undefined)
      const reply = await within(request.limits.timeMs + GRACE_MS, answered)
      if (reply !== 'late' && reply !== undefined) return reply as FormatReply
      await end()
      return reply === 'late'
        ? {
            failure: {
              reason: 'time',
              message: `The expression took more than ${request.limits.timeMs} ms.`,
            },
          }
        : {
            failure: {
              reason: 'memory',
              message: `The expression took more than ${MEMORY_MB} MB of memory.`,
            },
          }
    },
    hasEnded: () => ended,
    end,
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // It has ended already, which whoever evaluates learns.
  }
}

/** The next message; undefined when the process ends first. */
function nextMessage(child: ChildProcess, exited: Promise<void>): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('message', resolve)
    void exited.then(() => resolve(undefined))
  })
}
