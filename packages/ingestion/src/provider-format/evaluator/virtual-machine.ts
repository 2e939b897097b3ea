import type engine from '@jitl/quickjs-wasmfile-release-sync'
import { type MachineImage, restoreImage } from './machine-image.ts'

/** The installed QuickJS: its loader, its functions, and its compiled WebAssembly. */
export type MachineParts = {
  createModule: Extract<
    Awaited<ReturnType<(typeof engine)['default']['importModuleLoader']>>,
    (...parameters: never[]) => unknown
  >
  Functions: Extract<Awaited<ReturnType<(typeof engine)['default']['importFFI']>>, Function>
  wasm: WebAssembly.Module
}

type Calls = InstanceType<MachineParts['Functions']>
/** Addresses inside the machine's memory. They belong to an image and are valid after its restore. */
type Addresses = {
  runtime: ReturnType<Calls['QTS_NewRuntime']>
  context: ReturnType<Calls['QTS_NewContext']>
  entry: ReturnType<Calls['QTS_Eval']>
}
/** The memory of a machine at one moment. */
export type MachineState = Addresses & { image: MachineImage }

/** Failure after which a machine must not be used again. */
export class MachineFailure extends Error {
  readonly reason: 'time' | 'memory' | 'depth' | 'broken'
  constructor(reason: MachineFailure['reason'], detail = reason as string) {
    super(detail)
    this.reason = reason
  }
}

/**
 * A JavaScript engine in WebAssembly with separate memory. It contains only the objects of the language and code from
 * input text: no object of this process, and no function that leads outside. Input and output are texts.
 */
export type VirtualMachine = {
  /** runs a script that returns the function to be called. @throws MachineFailure */
  start(script: string): Addresses
  /** restores a state of this or another machine */
  restore(state: MachineState): void
  /** calls the function. @throws MachineFailure; then the machine must be discarded */
  call(input: string, maxMs: number): string
  memory(): Uint8Array
  /** true when the machine took more memory than at the start; the memory is never freed */
  hasGrown(): boolean
}

const PAGE_BYTES = 64 * 1024
/** Initial memory of the engine; most of it is never touched. */
const INITIAL_PAGES = 256
/** Bytes of the engine's own stack, out of 5 MB. */
const STACK_BYTES = 2 * 1024 * 1024
const ALL_OBJECTS = 0

/** Creates a machine. @param maxBytes memory limit, enforced by the engine of this process */
export async function createVirtualMachine(parts: MachineParts, maxBytes: number): Promise<VirtualMachine> {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: maxBytes / PAGE_BYTES })
  const module = await parts.createModule({
    wasmMemory: memory,
    instantiateWasm: (imports: object, onInstance: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(parts.wasm, imports)
      onInstance(instance)
      return instance.exports
    },
  })
  const calls = new parts.Functions(module)
  let isLate = (): boolean => false
  let wasLate = false
  // The only callbacks to the outside: the first is called repeatedly, the others never.
  module.callbacks = {
    shouldInterrupt: () => {
      wasLate ||= isLate()
      return wasLate ? 1 : 0
    },
    callFunction: refuse,
    loadModuleSource: refuse,
    normalizeModule: refuse,
    freeHostRef: refuse,
  }
  let at: Addresses | undefined

  const writeText = (text: string): [pointer: number, bytes: number] => {
    const bytes = module.lengthBytesUTF8(text) + 1
    const pointer = module._malloc(bytes)
    if (pointer === 0) throw new MachineFailure('memory')
    module.stringToUTF8(text, pointer as never, bytes)
    return [pointer, bytes - 1]
  }
  /** Returns the value. @throws MachineFailure when the value is an exception */
  const checked = <Pointer extends number>(
    { context }: Pick<Addresses, 'context'>,
    value: Pointer,
  ): Pointer => {
    const exception = calls.QTS_ResolveException(context, value as never)
    if ((exception as number) === 0) return value
    if (wasLate) throw new MachineFailure('time')
    const text = module.UTF8ToString(calls.QTS_Dump(context, exception))
    throw new MachineFailure(text.includes('out of memory') ? 'memory' : 'broken', text.slice(0, 500))
  }
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      if (error instanceof MachineFailure) throw error
      // The engine itself failed; the cause may also be the stack of this process.
      throw new MachineFailure(error instanceof RangeError ? 'depth' : 'broken', String(error).slice(0, 500))
    }
  }
  return {
    start: (script) =>
      guarded(() => {
        const runtime = calls.QTS_NewRuntime()
        calls.QTS_RuntimeSetMaxStackSize(runtime, STACK_BYTES)
        calls.QTS_RuntimeEnableInterruptHandler(runtime)
        const context = calls.QTS_NewContext(runtime, ALL_OBJECTS as never)
        const [pointer, bytes] = writeText(script)
        const value = calls.QTS_Eval(context, pointer as never, bytes, 'machine.js', 0 as never, 0 as never)
        module._free(pointer)
        at = { runtime, context, entry: checked({ context }, value) }
        return at
      }),
    restore: ({ image, ...addresses }) => {
      restoreImage(image, new Uint8Array(memory.buffer))
      at = addresses
    },
    call: (input, maxMs) =>
      guarded(() => {
        if (!at) throw new MachineFailure('broken', 'the machine has not been started')
        const { context, entry } = at
        isLate = createDeadline(maxMs)
        wasLate = false
        const [pointer] = writeText(input)
        const text = calls.QTS_NewString(context, pointer as never)
        module._free(pointer)
        const list = module._malloc(4)
        new DataView(memory.buffer).setUint32(list, text, true)
        const undefinedValue = calls.QTS_GetUndefined()
        const result = checked(at, calls.QTS_Call(context, entry, undefinedValue, 1, list as never))
        const output = calls.QTS_GetString(context, result) as number
        if (output === 0) throw new MachineFailure('memory')
        return module.UTF8ToString(output as never)
      }),
    memory: () => new Uint8Array(memory.buffer),
    hasGrown: () => memory.buffer.byteLength > INITIAL_PAGES * PAGE_BYTES,
  }
}

function refuse(): never {
  throw new MachineFailure('broken', 'the machine called out')
}

/**
 * Returns true when the time is over, both by the clock and by processor time, so that a busy machine ends nothing
 * early. The clock counts too, because the engine's compiler runs in parallel with the evaluation.
 */
function createDeadline(maxMs: number): () => boolean {
  const started = performance.now()
  const before = process.cpuUsage()
  return () => {
    if (performance.now() - started <= maxMs) return false
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 > maxMs
  }
}
