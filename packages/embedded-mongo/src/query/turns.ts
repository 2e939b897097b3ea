/** Longest time that a scan keeps the process to itself, in milliseconds. */
const SLICE_MS = 8
/** The same while others send commands: most of these take less than a millisecond. */
const BUSY_SLICE_MS = 2

const waiting: (() => void)[] = []
let commands = 0
let commandsBefore = 0
let sliceMs = SLICE_MS

/** Records a received command, so that scans use shorter slices. */
export function noteCommand(): void {
  commands += 1
}

/**
 * Resolves when a scan may continue. One scan continues in each turn of the event loop, so a new command waits for at most
 * one slice, however many scans run.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(startNext)
  })
}

function startNext(): void {
  sliceMs = commands === commandsBefore ? SLICE_MS : BUSY_SLICE_MS
  commandsBefore = commands
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startNext)
}

/** Divides long work into slices of time: other work of the process runs between two of them. */
export class TimeSlices {
  private began = performance.now()

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.began < sliceMs) return
    await nextTurn()
    this.began = performance.now()
  }
}

/** Passes the results of a walk to `visit`; other work of the process runs meanwhile. */
export async function visitFound<R>(walk: Iterable<R | undefined>, visit: (found: R) => void): Promise<void> {
  const slices = new TimeSlices()
  for (const found of walk) {
    if (found === undefined) await slices.yieldIfDue()
    else visit(found)
  }
}
