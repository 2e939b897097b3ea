import type { FormatFailure, FormatReply, FormatRequest } from '../format-process.types.ts'
import { takeDifference } from './machine-image.ts'
import { INPUT, type MachineTask, OUTPUT } from './machine-program.ts'
import { MachineFailure, type MachineState, type VirtualMachine } from './virtual-machine.ts'
import { zoneTables } from './zone-tables.ts'

/** Evaluates expressions, with a separate machine for each lane and expression. */
export type LaneRuntimes = {
  /** one at a time; never throws */
  evaluate(request: FormatRequest): Promise<FormatReply>
}

type Runtime = { machine: VirtualMachine; state: MachineState }

const MAX_RUNTIMES = 50

/**
 * Creates the runtimes. A machine belongs to one lane and one expression. Before each evaluation its memory is
 * restored to the state after parsing, so that no evaluation finds data of another. The machine is discarded when its
 * memory has grown, or after a failure that is not an error of the expression.
 * @param base a machine that has run the program, and its state
 */
export function createLaneRuntimes(
  createMachine: () => Promise<VirtualMachine>,
  base: MachineState & { machine: VirtualMachine },
  memoryMb: number,
): LaneRuntimes {
  const { machine: first, ...addresses } = base
  const runtimes = new Map<string, Runtime>()
  let spare: Promise<VirtualMachine> | undefined = Promise.resolve(first)
  const takeMachine = async (): Promise<VirtualMachine> => {
    const machine = await (spare ?? createMachine())
    spare = undefined
    return machine
  }
  const compile = async (request: FormatRequest): Promise<Runtime | FormatFailure> => {
    const { depth, sequence, items, characters } = request.limits
    const task: MachineTask = { expression: request.expression, depth, sequence, items, characters }
    const machine = await takeMachine()
    machine.restore(base)
    const reply = readOutput(machine.call(INPUT.task + JSON.stringify(task), request.limits.timeMs))
    if ('failure' in reply) return reply.failure
    return { machine, state: { ...addresses, image: takeDifference(base.image, machine.memory()) } }
  }
  const evaluateIn = (
    { machine, state }: Runtime,
    { expression, body, isLines, moment, limits }: FormatRequest,
  ): FormatReply => {
    machine.restore(state)
    const zones = zoneTables(expression, body, moment)
    if (Object.keys(zones).length > 0) machine.call(INPUT.zones + JSON.stringify(zones), limits.timeMs)
    return readOutput(machine.call((isLines ? INPUT.lines : INPUT.value) + body, limits.timeMs))
  }
  const evaluate = async (request: FormatRequest): Promise<FormatReply> => {
    // A NUL character ends a text inside the machine.
    if (request.body.includes('\0')) return { failure: NOT_JSON }
    const key = runtimeKey(request)
    const runtime = runtimes.get(key) ?? (await compile(request))
    if (!('machine' in runtime)) return { failure: runtime }
    if (request.isCheck) return { items: '[]' }
    // The runtime is added again as the most recently used one, unless something went wrong.
    runtimes.delete(key)
    const reply = evaluateIn(runtime, request)
    if (!runtime.machine.hasGrown() && !isSpoilt(reply)) runtimes.set(key, runtime)
    else globalThis.gc?.()
    if (runtimes.size > MAX_RUNTIMES) runtimes.delete(runtimes.keys().next().value ?? '')
    spare ??= createMachine()
    return reply
  }
  const limitMessage = (reason: FormatFailure['reason'], { limits }: FormatRequest) => {
    if (reason === 'time') return { message: `The expression took more than ${limits.timeMs} ms.` }
    if (reason === 'memory') return { message: `The expression took more than ${memoryMb} MB of memory.` }
    return {}
  }
  return {
    evaluate: async (request) => {
      const reply = await evaluate(request).catch((error: unknown) => ({ failure: toFailure(error) }))
      return 'failure' in reply
        ? { failure: { ...reply.failure, ...limitMessage(reply.failure.reason, request) } }
        : reply
    },
  }
}

const NOT_JSON: FormatFailure = { reason: 'body', message: 'The body is not valid JSON.' }

/** Returns the key of a machine: everything that it depends on. */
const runtimeKey = ({ lane, expression, limits: { depth, sequence, items, characters } }: FormatRequest) =>
  JSON.stringify([lane, expression, depth, sequence, items, characters])

const isSpoilt = (reply: FormatReply): boolean =>
  'failure' in reply && (reply.failure.reason === 'memory' || reply.failure.reason === 'depth')

/** Reads a machine's output. @throws MachineFailure when the output does not come from its program */
function readOutput(output: string): FormatReply {
  const text = output.slice(1)
  if (output.startsWith(OUTPUT.items)) return { items: text }
  if (output.startsWith(OUTPUT.failure)) return { failure: JSON.parse(text) as FormatFailure }
  throw new MachineFailure('broken')
}

function toFailure(error: unknown): FormatFailure {
  const reason = error instanceof MachineFailure ? error.reason : 'broken'
  if (reason === 'broken') return { reason: 'expression', message: 'The expression could not be evaluated.' }
  return { reason, message: 'This is nested too deeply.' }
}
