import type { ServiceFactory } from '@wardtrack/access'
import { ConfigError, readConfig, stopOnSignals } from '@wardtrack/service-kit'
import type { Migration } from './migrate-store.ts'
import { type ServiceSettings, serviceSettings } from './service-settings.ts'
import { startService } from './start-service.ts'

/** One service as a separate process, next to the others on one store. */
export type SeparateService = {
  /** name in its output, and in the log unless `logName` is set */
  name: string
  /** name in the log and of its log file */
  logName?: string
  createService: ServiceFactory
  /** migrations of documents that earlier versions stored */
  migrations: readonly Migration[]
  environment: NodeJS.ProcessEnv
}

/** Runs one service until a signal stops it. A failed start ends the process with one line. */
export function runService(service: SeparateService): void {
  start(service).catch((error: unknown) => {
    const message = error instanceof Error && error.message !== '' ? error.message : String(error)
    process.stderr.write(`The ${service.name} service could not start: ${message}\n`)
    process.exit(1)
  })
}

async function start({
  name,
  logName = name,
  createService,
  migrations,
  environment,
}: SeparateService): Promise<void> {
  const settings = readSeparateSettings(environment)
  const { parts, running } = await startService({
    name: logName,
    settings,
    mongoUri: settings.MONGODB_URI,
    services: [createService],
    migrations,
    cacheMode: 'shared',
    prepare: async (_parts, firstAccount) => {
      // Printed before anything can fail: the account is already stored, and its password exists nowhere else.
      if (firstAccount.password)
        process.stdout.write(
          `Sign in as ${firstAccount.username} with ${firstAccount.password} (shown this once)\n`,
        )
    },
  })
  stopOnSignals(running.stop, parts.log)
  process.stdout.write(`ready on ${running.url}\n`)
}

/** Reads the settings of a process that uses another process's store. @throws ConfigError with one clear line */
export function readSeparateSettings(
  environment: NodeJS.ProcessEnv,
): ServiceSettings & { MONGODB_URI: string } {
  const { MONGODB_URI, ...settings } = readConfig(serviceSettings, environment)
  if (!MONGODB_URI)
    throw new ConfigError('wrong setting: MONGODB_URI: this process needs the address of a store')
  return { ...settings, MONGODB_URI }
}
