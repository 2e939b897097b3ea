import { ConfigError } from '@wardtrack/service-kit'
import { readSettings } from '../config.ts'
import { EXIT_CODE, verifyAudit } from './verify-audit.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

try {
  process.exitCode = await verifyAudit(readSettings(process.env), print)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  print(error.message)
  process.exitCode = EXIT_CODE.notVerified
}
