import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** A setting of the environment is wrong; the message is one line for the person who starts the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Ends the name of a variable that holds the path of a file with the value: secrets of containers are files. */
const FILE_SUFFIX = '_FILE'

/**
 * Reads settings from the environment. Empty values count as absent. A setting can stand in a file that the variable
 * `NAME_FILE` names; line ends after the value are no part of it.
 * @param schema what the process wants to know, by variable name
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
 * What a file says, without the line ends that editors add. An empty one is refused: a secret that is absent may be made up,
 * and whoever names a file wants that one.
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
