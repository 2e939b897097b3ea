import { host } from '@wardtrack/access'
import { stopOnSignals } from '@wardtrack/service-kit'
import { readSettings } from './config.ts'
import { createApiService } from './create-api-service.ts'

/** Starts the api as a process of its own, beside location and status. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { firstAccount, parts, running } = await host({
    name: 'core',
    settings,
    mongoUri: settings.MONGODB_URI,
    services: [createApiService],
  })
  stopOnSignals(() => running.stop(), parts.log)
  if (firstAccount.password)
    process.stdout.write(
      `Sign in as ${firstAccount.username} with ${firstAccount.password} (shown this once)\n`,
    )
  process.stdout.write(`ready on ${running.url}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`The api could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
