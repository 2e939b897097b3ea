import { parseArgs } from 'node:util'
import { startStoreDirectory } from './server/store-directory.ts'
import { readStoreSettings } from './store-settings.ts'

/** Message from the child to its parent. */
export type ChildMessage = { ready: { port: number; uri: string } } | { failed: string }

const tell = (message: ChildMessage) => process.send?.(message)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, port: { type: 'string' }, settings: { type: 'string' } },
  })
  if (!values.data) throw new Error('usage: main.js --data DIR [--port N] [--settings JSON]')
  const port = values.port === undefined ? 0 : Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port ${values.port} is no port number`)
  const mongo = await startStoreDirectory(values.data, port, readStoreSettings(values.settings ?? '{}'))
  endOrderly(mongo.close)
  if (process.send) tell({ ready: { port: mongo.port, uri: mongo.uri } })
  else process.stdout.write(`${mongo.uri}\n`)
}

/** Finishes running commands and ends the process on SIGTERM, SIGINT or loss of the parent. */
function endOrderly(close: () => Promise<void>): void {
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
  process.on('disconnect', () => void end())
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  if (process.send) tell({ failed: message })
  else process.stderr.write(`${message}\n`)
  process.exitCode = 1
  if (process.connected) process.disconnect()
})
