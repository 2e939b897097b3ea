import { startService } from '@wardtrack/access'
import { stopOnSignals } from '@wardtrack/service-kit'
import { readSettings } from './config.ts'
import { createLocationService } from './location.service.ts'

/** Runs the location service as a process of its own. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { running, parts } = await startService({
    name: 'location',
    settings,
    mongoUri: settings.MONGODB_URI,
    services: [createLocationService],
    cacheMode: 'shared',
  })
  stopOnSignals(running.stop, parts.log)
  parts.log.info({ url: running.url }, 'ready')
}

main().catch((error: unknown) => {
  const message = error instanceof Error && error.message !== '' ? error.message : String(error)
  process.stderr.write(`The location service could not start: ${message}\n`)
  process.exit(1)
})
