import { serviceSettings } from '@wardtrack/access'
import { ConfigError, readConfig } from '@wardtrack/service-kit'
import type { z } from 'zod'

/** Settings of the api process; a store of its own it has not, so the address is needed. */
export type ApiSettings = z.output<typeof serviceSettings> & { MONGODB_URI: string }

/** Reads the environment: the only place of this app that does. @throws ConfigError with one clear line */
export function readSettings(environment: NodeJS.ProcessEnv): ApiSettings {
  const { MONGODB_URI, ...settings } = readConfig(serviceSettings, environment)
  if (!MONGODB_URI) throw new ConfigError('wrong setting: MONGODB_URI: the address of the store is needed')
  return { ...settings, MONGODB_URI }
}
