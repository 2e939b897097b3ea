import { restrictFilesToOwner } from '@wardtrack/service-runtime'
import { readSettings } from '../config.ts'
import { rebuildSummaries } from './rebuild-summaries.ts'

/** `npm run rebuild-summaries`: works visits, stretches of states and alarms out from history and mends what differs. */
async function main(): Promise<void> {
  restrictFilesToOwner()
  await rebuildSummaries(readSettings(process.env), (line) => process.stdout.write(`${line}\n`))
}

main().catch((error: unknown) => {
  process.stderr.write(
    `Summaries were not rebuilt: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
})
