import { restrictFilesToOwner } from '@wardtrack/service-runtime'
import { readSettings } from '../config.ts'
import { rebuildSummaries } from './rebuild-summaries.ts'

/**
 * `npm run rebuild-summaries`: works visits, stretches of states and alarms out from history and mends what differs; with
 * `-- --compare` it says what differs, and ends with 1 where anything does.
 */
async function main(): Promise<void> {
  restrictFilesToOwner()
  const mode = process.argv.includes('--compare') ? 'compare' : 'mend'
  const print = (line: string): boolean => process.stdout.write(`${line}\n`)
  const { differing } = await rebuildSummaries(readSettings(process.env), print, mode)
  const { visits, stateStretches, deviceAlarms } = differing
  if (mode === 'compare' && visits + stateStretches + deviceAlarms > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  process.stderr.write(
    `Summaries were not rebuilt: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
})
