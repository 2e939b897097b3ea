import { startService } from '@wardtrack/access'
import { stopOnSignals } from '@wardtrack/service-kit'
import { readSettings } from './config.ts'
import { createApiService } from './create-api-service.ts'

/** Starts the api as a process of its own, beside location and status. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { parts, running } = await startService({
    name: 'core',
    settings,
    mongoUri: settings.MONGODB_URI,
    services: [createApiService],
    cacheMode: 'shared',
    prepare: async (_parts, first) => {
      // At once, before anything can fail: the account is stored by now, and its password is nowhere else.
      if (first.password)
        process.stdout.write(`Sign in as ${first.username} with ${first.password} (shown this once)\n`)
    },
  })
  stopOnSignals(() => running.stop(), parts.log)
  process.stdout.write(`ready on ${running.url}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`The api could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
