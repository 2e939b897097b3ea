import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { evaluatorPaths } from '../../format-walls.ts'
import { editLibrary } from '../jsonata-in-machine.ts'
import { machineProgram } from '../machine-program.ts'
import { createVirtualMachine, type MachineParts, type VirtualMachine } from '../virtual-machine.ts'

/** Opens a machine in this process. */
export async function openMachine(maxMb = 96): Promise<VirtualMachine> {
  const paths = evaluatorPaths()
  const imported = async (path: string): Promise<unknown> => import(pathToFileURL(path).href)
  const { default: createModule } = (await imported(paths.module)) as {
    default: MachineParts['createModule']
  }
  const { QuickJSFFI } = (await imported(paths.functions)) as { QuickJSFFI: MachineParts['Functions'] }
  const wasm = new WebAssembly.Module(readFileSync(paths.wasm))
  return createVirtualMachine({ createModule, Functions: QuickJSFFI, wasm }, maxMb * 1024 * 1024)
}

/** Returns the script that the evaluator's machines run. */
export const evaluatorScript = (): string =>
  machineProgram(editLibrary(readFileSync(evaluatorPaths().library, 'utf8')))
