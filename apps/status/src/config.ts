import { type ServiceSettings, serviceSettings } from '@wardtrack/access'
import { ConfigError, readConfig } from '@wardtrack/service-kit'

/** Settings of the status process on its own. */
export type StatusSettings = ServiceSettings & { MONGODB_URI: string }

/** Reads the environment: the only place of this app that does. @throws ConfigError with one clear line */
export function readSettings(environment: NodeJS.ProcessEnv): StatusSettings {
  const settings = readConfig(serviceSettings, environment)
  const { MONGODB_URI } = settings
  if (!MONGODB_URI)
    throw new ConfigError('wrong setting: MONGODB_URI: this process needs the address of a store')
  return { ...settings, MONGODB_URI }
}
