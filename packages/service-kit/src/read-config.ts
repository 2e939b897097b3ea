import type { z } from 'zod'

/** A setting of the environment is wrong; the message is one line for the person who starts the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads settings from the environment. Empty values count as absent.
 * @param schema what the process wants to know, by variable name
 * @throws ConfigError naming each wrong variable, without its value (it may be a secret)
 */
export function readConfig<S extends z.ZodType>(schema: S, environment: NodeJS.ProcessEnv): z.output<S> {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(present)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`wrong setting: ${problems.join('; ')}`)
}
