import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FORMAT_WALLS, type FormatWall, type ProcessStart } from './format-process.types.ts'

/** Heap of the process besides the machines, in MB. */
const HEAP_MB = 96
/** Stack size in KB: nesting of an expression in its machine also takes stack in this process. */
const STACK_KB = 3_900

/** The file that the process runs, found from `src` in tests and from `dist`. */
export const EVALUATOR_ENTRY = fileURLToPath(
  new URL('../../dist/provider-format/evaluator/format-process.js', import.meta.url),
)
const EVALUATOR = dirname(EVALUATOR_ENTRY)

/** Returns the files that the process needs: the engine, its WebAssembly and the library. */
export function evaluatorPaths(): ProcessStart['paths'] {
  const { resolve } = createRequire(import.meta.url)
  const wasm = resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  const engine = dirname(wasm)
  return {
    wasm,
    module: join(engine, 'emscripten-module.mjs'),
    functions: join(engine, 'ffi.mjs'),
    library: resolve('jsonata'),
  }
}

/**
 * Returns Node's flags that restrict a process to reading the given files and those beside the entry.
 * @param version version of Node, as in `process.versions.node`
 */
export function wallFlags(files: readonly string[], version = process.versions.node): string[] {
  // Node reads this file to find the entry's module type.
  const manifest = join(EVALUATOR, '..', '..', '..', 'package.json')
  const readable = [join(EVALUATOR, '*'), manifest, ...files]
  return [
    permissionFlag(version),
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--expose-gc',
    `--stack-size=${STACK_KB}`,
    `--max-old-space-size=${HEAP_MB}`,
  ]
}

/** Returns the flag of the permission model, without `experimental` since 22.13 and 23.5. */
function permissionFlag(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNamed = major >= 24 || (major === 22 && minor >= 13) || (major === 23 && minor >= 5)
  return isNamed ? '--permission' : '--experimental-permission'
}

/** Returns the missing walls. */
export const missingWalls = (walls: readonly FormatWall[]): FormatWall[] =>
  FORMAT_WALLS.filter((wall) => !walls.includes(wall))
