#!/usr/bin/env node
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { processArguments } from './config.ts'
import { type SimulateArguments, USAGE } from './simulation/arguments.ts'
import { createWorld } from './simulation/building-world.ts'
import { Simulator } from './simulation/simulator.ts'
import { statusLine } from './simulation/tally.ts'

const STATUS_EVERY_MS = 10_000
/** Maximum time of a shutdown, well below the ten seconds that a supervisor waits before it kills the process. */
const SHUTDOWN_MS = 2000

/**
 * Keeps the simulator within 80 MB. Its garbage is short-lived text. By default V8 lets the space for new objects
 * grow to three times 16 MB before it collects. It must be called before anything else is created.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--optimize-for-size')
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function readArgumentsOrExit(): SimulateArguments {
  if (process.argv.includes('--help')) {
    console.log(USAGE)
    process.exit(0)
  }
  try {
    return processArguments()
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

/** Sends places, assets and images first, in a process that ends afterwards. */
async function runSeedProcess(stopped: AbortSignal): Promise<boolean> {
  const script = fileURLToPath(new URL('./seeding/seed-process.js', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  stopped.addEventListener('abort', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  return code === 0
}

function logStatus(simulator: Simulator): NodeJS.Timeout {
  let sentBefore = 0
  let lastTime = performance.now()
  return setInterval(() => {
    const now = performance.now()
    console.log(statusLine(simulator.tally, simulator.buffered, sentBefore, (now - lastTime) / 1000))
    sentBefore = simulator.tally.sent
    lastTime = now
  }, STATUS_EVERY_MS)
}

/** Resolves on a signal, or after the given time. */
function untilStopped(stopped: AbortSignal, seconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) resolve()
    stopped.addEventListener('abort', () => resolve())
    if (seconds !== undefined) setTimeout(resolve, seconds * 1000)
  })
}

async function main(): Promise<void> {
  keepHeapSmall()
  const args = readArgumentsOrExit()
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
  process.on('disconnect', () => stopping.abort())
  if (args.seeding && !(await runSeedProcess(stopping.signal))) process.exit(stopping.signal.aborted ? 0 : 1)
  const world = await createWorld(args)
  const simulator = new Simulator({
    baseUrl: args.url,
    ingestKey: args.key,
    world,
    feed: { seed: args.seed, rate: args.rate, faults: args.faults },
    historySeconds: args.historySeconds,
    onProblem: (message) => console.error(message),
  })
  console.log(`${world.tracked.length} assets on ${world.graph.floors.length} floors, ${args.rate} events/s`)
  const started = performance.now()
  const timer = logStatus(simulator)
  void simulator.start()
  await untilStopped(stopping.signal, args.durationSeconds)
  clearInterval(timer)
  const unsent = await simulator.stop(SHUTDOWN_MS)
  console.log(statusLine(simulator.tally, unsent, 0, (performance.now() - started) / 1000))
  process.exit(0)
}

await main()
