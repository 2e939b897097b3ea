import type { FormatWall } from '../format-process.types.ts'

/** Tries each wall around this process, and returns the walls that work. */
export function standingWalls(): FormatWall[] {
  const { permission } = process as unknown as { permission?: { has(scope: string): boolean } }
  const walls: Record<FormatWall, boolean> = {
    // oxlint-disable-next-line typescript/no-implied-eval -- it is tried whether that is refused
    'no code from text': isRefused(() => new Function('return 1')),
    'no native code': isRefused(() => process.dlopen({ exports: {} }, '/')),
    'files of the evaluator alone': permission?.has('fs.read') === false && !permission.has('fs.write'),
    'no other processes': permission?.has('child') === false,
    'no threads': permission?.has('worker') === false,
    // oxlint-disable-next-line node/no-process-env -- it is looked at whether that is empty
    'no environment': Object.keys(process.env).every((name) => name === 'TZ' || name.startsWith('NODE_')),
  }
  return (Object.keys(walls) as FormatWall[]).filter((wall) => walls[wall])
}

function isRefused(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch (error) {
    return REFUSALS.test(`${(error as { code?: string }).code} ${String(error)}`)
  }
}

const REFUSALS = /Code generation from strings|ERR_DLOPEN_DISABLED/
