import { restrictFilesToOwner } from '@wardtrack/service-runtime'
import { readSettings } from '../config.ts'
import { rebuildSummaries } from './rebuild-summaries.ts'

/**
 * `npm run rebuild-summaries`: computes visits, state stretches and alarms from history and corrects stored
 * differences. With `-- --compare` it only reports differences, and exits with 1 if there are any.
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
