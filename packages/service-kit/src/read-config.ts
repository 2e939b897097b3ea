import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** Error about a wrong environment setting. The message is one line for the person who starts the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Suffix of a variable that holds the path of a file with the value: containers get secrets as files. */
const FILE_SUFFIX = '_FILE'

/**
 * Reads settings from the environment. Empty values count as absent. The variable `NAME_FILE` names a file that
 * contains the setting, without trailing line ends.
 * @param schema the process's settings, by variable name
 * @throws ConfigError naming each wrong variable, without its value (it may be a secret)
 */
export function readConfig<S extends z.ZodObject>(schema: S, environment: NodeJS.ProcessEnv): z.output<S> {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const problems: string[] = []
  for (const name of Object.keys(schema.shape)) {
    const path = present[name + FILE_SUFFIX]
    if (path === undefined) continue
    const read = present[name] === undefined ? readValue(path) : { problem: `${name} is set too` }
    if ('problem' in read) problems.push(`${name}${FILE_SUFFIX}: ${read.problem}`)
    else present[name] = read.value
  }
  const result = schema.safeParse(present)
  if (result.success && problems.length === 0) return result.data
  const issues = result.error?.issues ?? []
  problems.push(...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  throw new ConfigError(`wrong setting: ${problems.join('; ')}`)
}

/**
 * Reads a value from a file, without the line ends that editors add. An empty file is refused: an absent secret may
 * be generated, but whoever names a file wants that secret.
 */
function readValue(path: string): { value: string } | { problem: string } {
  try {
    const value = withoutLineEnds(readFileSync(path, 'utf8'))
    return value === '' ? { problem: 'the file is empty' } : { value }
  } catch (error) {
    return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

function withoutLineEnds(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1
  return text.slice(0, end)
}
