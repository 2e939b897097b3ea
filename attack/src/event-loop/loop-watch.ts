import { openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// `--import` loads this module into the attacked product. On SIGUSR2 it prints the longest time between two turns of
// the event loop since the last signal. It also prints the processor time of the main thread as `cpuMs`. Other processes
// of a busy machine do not lengthen that time.

const TICK_MS = 2
/** Begins with the processor time of the main thread in nanoseconds. */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`

/** Longest turn of the event loop. */
export type LoopDelay = { wallMs: number; cpuMs: number }

if (isMainThread) watchLoop()

function watchLoop(): void {
  const file = openSync(SCHEDSTAT, 'r')
  const text = Buffer.alloc(64)
  const cpuMs = (): number =>
    Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6
  let longest: LoopDelay = { wallMs: 0, cpuMs: 0 }
  let wall = performance.now()
  let cpu = cpuMs()
  const noteTurn = (): void => {
    const turn = { wallMs: performance.now() - wall, cpuMs: cpuMs() - cpu }
    longest = {
      wallMs: Math.max(longest.wallMs, turn.wallMs),
      cpuMs: Math.max(longest.cpuMs, turn.cpuMs),
    }
    wall += turn.wallMs
    cpu += turn.cpuMs
  }
  setInterval(noteTurn, TICK_MS).unref()
  process.on('SIGUSR2', () => {
    noteTurn()
    process.stdout.write(`loop ${JSON.stringify(longest)}\n`)
    longest = { wallMs: 0, cpuMs: 0 }
  })
}
