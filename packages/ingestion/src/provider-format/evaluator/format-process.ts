import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { FormatAnswer, FormatQuestion, ProcessStart } from '../format-process.types.ts'
import { editLibrary } from './jsonata-in-machine.ts'
import { createLaneRuntimes, type LaneRuntimes } from './lane-runtimes.ts'
import { takeImage } from './machine-image.ts'
import { machineProgram } from './machine-program.ts'
import { standingWalls } from './standing-walls.ts'
import { createVirtualMachine, type MachineParts } from './virtual-machine.ts'

// The process that evaluates administrators' expressions on bodies from outside. The expressions run in virtual
// machines without access to this process. Even if one escaped, the process has no secrets, no environment and no
// permissions (docs/adr/0057).

const MB = 1024 * 1024

/** Time of the push, the only time in this process: machines cannot read the clock. */
let moment = 0
Date.now = () => moment

async function openRuntimes({ paths, memoryBytes }: ProcessStart): Promise<LaneRuntimes> {
  const imported = async (path: string): Promise<unknown> => import(pathToFileURL(path).href)
  const { default: createModule } = (await imported(paths.module)) as {
    default: MachineParts['createModule']
  }
  const { QuickJSFFI } = (await imported(paths.functions)) as { QuickJSFFI: MachineParts['Functions'] }
  const wasm = new WebAssembly.Module(readFileSync(paths.wasm))
  const createMachine = () => createVirtualMachine({ createModule, Functions: QuickJSFFI, wasm }, memoryBytes)
  const machine = await createMachine()
  const addresses = machine.start(machineProgram(editLibrary(readFileSync(paths.library, 'utf8'))))
  const base = { ...addresses, machine, image: takeImage(machine.memory()) }
  return createLaneRuntimes(createMachine, base, memoryBytes / MB)
}

const start = JSON.parse(process.argv[2] ?? '') as ProcessStart
const runtimes = await openRuntimes(start)
// Frees the memory that the preparation used: an idle process would keep it.
globalThis.gc?.()
const send = (answer: FormatAnswer): void => {
  process.send?.(answer)
}

process.on('message', ({ id, request }: FormatQuestion) => {
  moment = request.moment
  void runtimes.evaluate(request).then((reply) => {
    const isSpent = process.memoryUsage.rss() > start.spentBytes
    send({ id, reply, isSpent })
  })
})
process.once('disconnect', () => process.exit(0))
send({ id: start.id, walls: standingWalls() })
