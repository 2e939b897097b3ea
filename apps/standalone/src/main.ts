import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { createApiService } from '@wardtrack/api'
import { createLocationService } from '@wardtrack/location'
import { MIGRATIONS } from '@wardtrack/migrations'
import { ConfigError, stopOnSignals } from '@wardtrack/service-kit'
import {
  type RunningService,
  restrictFilesToOwner,
  startService,
  withLogFile,
} from '@wardtrack/service-runtime'
import { createStatusService } from '@wardtrack/status'
import { readSettings, type StandaloneSettings } from './config.ts'
import { serveConsole } from './console-files.ts'
import { type Demo, prepareDemo } from './demo/demo.ts'
import type { Simulator } from './demo/simulator-process.ts'
import { openStore, type Store } from './embedded-store.ts'

/** Starts everything on one port: the store, the three services, the console, and the demo hospital when it is on. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const dataDir = resolve(settings.WARDTRACK_DATA_DIR)
  restrictFilesToOwner()
  mkdirSync(dataDir, { recursive: true })
  const store = await openStore(dataDir, settings.MONGODB_URI, settings.WARDTRACK_STORE)
  let demo: Demo | undefined
  const running: { simulator?: Simulator } = {}
  const service = await startService({
    name: 'core',
    settings,
    mongoUri: store.uri,
    services: [createApiService, withLogFile('location', createLocationService), createStatusService],
    migrations: MIGRATIONS,
    // The embedded store serves one process at a time; a MongoDB may have others.
    cacheMode: store.embedded ? 'local' : 'shared',
    stdout: false,
    ...(store.embedded ? { storeDir: dataDir } : {}),
    prepare: async (parts, first) => {
      demo = await prepareDemo(parts, first, {
        dataDir,
        demo: settings.WARDTRACK_DEMO === 'on',
        history: settings.WARDTRACK_DEMO_HISTORY === 'on',
        passwordChosen: settings.WARDTRACK_ADMIN_PASSWORD !== undefined,
      })
      // Printed before any step that may fail: the account is stored by now, and its password exists nowhere else.
      if (first.password && !demo)
        printLine(`Sign in as ${first.username} with ${first.password} (shown this once)`)
    },
    extend: (app) => serveConsole(app),
    closeLast: async () => store.close?.(),
  })
  const stop = async (): Promise<void> => {
    await running.simulator?.stop()
    await service.running.stop()
  }
  stopOnSignals(stop, service.parts.log)
  exitWithStore(store, service)
  const simulator = await demo?.start(service)
  if (simulator) running.simulator = simulator
  printWelcome(service, settings, demo)
}

/** Ends the process with a message when its store ends, because the process cannot repair the store. */
function exitWithStore(store: Store, service: RunningService): void {
  void store.ended?.then(() => {
    if (!service.parts.health.accepting) return
    process.stderr.write(
      'The embedded store ended; stopping. Start again to recover: nothing acknowledged is lost.\n',
    )
    process.exit(1)
  })
}

/** Prints a line for the person who starts the product; later messages go to the log. */
const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

function printWelcome(service: RunningService, settings: StandaloneSettings, demo: Demo | undefined): void {
  const { firstAccount, running } = service
  printLine('')
  if (demo) {
    printLine('Wardtrack shows the demo hospital. Sign in as')
    for (const { username, password, purpose } of demo.signIns)
      printLine(`  ${username}  ${password}  (${purpose})`)
  } else if (!firstAccount.password) {
    printLine(`Sign in as ${firstAccount.username}.`)
  }
  printLine(`Data: ${resolve(settings.WARDTRACK_DATA_DIR)}`)
  printLine(`ready on ${running.url}`)
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || (error instanceof Error && error.message !== '')
  process.stderr.write(`Wardtrack could not start: ${known ? (error as Error).message : String(error)}\n`)
  process.exit(1)
})
