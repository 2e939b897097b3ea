import { startService } from '@wardtrack/access'
import { stopOnSignals } from '@wardtrack/service-kit'
import { readSettings } from './config.ts'
import { createStatusService } from './status.service.ts'

/** Runs the status service as a process of its own. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { running, parts } = await startService({
    name: 'status',
    settings,
    mongoUri: settings.MONGODB_URI,
    services: [createStatusService],
    cacheMode: 'shared',
  })
  stopOnSignals(running.stop, parts.log)
  parts.log.info({ url: running.url }, 'ready')
}

main().catch((error: unknown) => {
  const message = error instanceof Error && error.message !== '' ? error.message : String(error)
  process.stderr.write(`The status service could not start: ${message}\n`)
  process.exit(1)
})
