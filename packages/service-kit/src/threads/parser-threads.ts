import type { Transferable } from 'node:worker_threads'
import { overloaded } from '../api-error.ts'
import { type ParserThread, startParserThread, type ThreadLimits } from './parser-thread.ts'

/** A function of a module to call on another thread. Its input and output are copied. */
export type ThreadCall<Input> = {
  /** built module that exports the function */
  module: URL
  name: string
  input: Input
  /** buffers of the input that are transferred instead of copied */
  transfer?: readonly Transferable[]
  /** aborted when nobody waits any more: the thread ends */
  signal?: AbortSignal
}

/** Threads that parse untrusted input, so that parsing delays nobody. */
export type ParserThreads = {
  /**
   * Runs a call. @throws ApiError the function's refusal, 413 beyond the limits of a thread, 429 while too many wait
   */
  run<Input, Output>(call: ThreadCall<Input>): Promise<Output>
  /** yields the pieces of an output, each created after the previous one was read. @throws as `run` */
  stream<Input, Piece>(call: ThreadCall<Input>): AsyncGenerator<Piece, void>
  /** as `stream`, without a queue: for work that may last hours and whose number its caller limits */
  longStream<Input, Piece>(call: ThreadCall<Input>): AsyncGenerator<Piece, void>
  counts(): { running: number; waiting: number; idle: number }
}

/** Limits of all threads of a process; smaller ones in tests. */
export type ParserThreadsOptions = ThreadLimits & {
  /** maximum concurrent calls, without long streams */
  maxRunning: number
  maxWaiting: number
  /** time for which a thread without work is kept, in milliseconds */
  idleMs: number
}

const DEFAULTS: ParserThreadsOptions = {
  heapMb: 256,
  replyMs: 120_000,
  maxRunning: 2,
  maxWaiting: 16,
  idleMs: 60_000,
}
const RETRY_AFTER = 5

/** Creates the parser threads of a process. */
export function createParserThreads(changed: Partial<ParserThreadsOptions> = {}): ParserThreads {
  const options = { ...DEFAULTS, ...changed }
  const waiting: (() => void)[] = []
  const idle = new Map<ParserThread, NodeJS.Timeout>()
  let running = 0

  const enter = async (): Promise<void> => {
    if (running < options.maxRunning) {
      running += 1
      return
    }
    if (waiting.length >= options.maxWaiting) throw overloaded(RETRY_AFTER)
    // A call that ends passes its place to a waiting one.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  const takeThread = (): ParserThread => {
    for (const [thread, timer] of idle) {
      clearTimeout(timer)
      idle.delete(thread)
      if (thread.isAlive()) return thread
    }
    return startParserThread(options)
  }
  const giveBack = (thread: ParserThread): void => {
    if (!thread.isAlive()) return
    if (idle.size >= options.maxRunning) return void thread.end()
    const timer = setTimeout(() => {
      idle.delete(thread)
      void thread.end()
    }, options.idleMs)
    idle.set(thread, timer.unref())
  }
  async function* longStream<Input, Piece>(call: ThreadCall<Input>): AsyncGenerator<Piece, void> {
    const { module, name, input, transfer, signal } = call
    const thread = takeThread()
    let isLeft = false
    try {
      let reply = await thread.ask({ kind: 'call', module: module.href, name, input }, transfer, signal)
      if (reply.kind === 'output') yield reply.output as Piece
      while (reply.kind !== 'output') {
        reply = await thread.ask({ kind: 'next' }, [], signal)
        if (reply.kind !== 'piece' || reply.piece.done) return
        isLeft = true
        yield reply.piece.value as Piece
        isLeft = false
      }
    } finally {
      // A stream that ends early would keep files open.
      if (isLeft) await thread.end()
      else giveBack(thread)
    }
  }
  async function* stream<Input, Piece>(call: ThreadCall<Input>): AsyncGenerator<Piece, void> {
    await enter()
    try {
      call.signal?.throwIfAborted()
      yield* longStream<Input, Piece>(call)
    } finally {
      leave()
    }
  }
  return {
    run: async <Input, Output>(call: ThreadCall<Input>): Promise<Output> => {
      let output: Output | undefined
      for await (const piece of stream<Input, Output>(call)) output = piece
      return output as Output
    },
    stream,
    longStream,
    counts: () => ({ running, waiting: waiting.length, idle: idle.size }),
  }
}

/** The parser threads of this process. */
export const parserThreads = createParserThreads()
