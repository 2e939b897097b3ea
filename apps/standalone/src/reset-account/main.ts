import type { AccountReset } from '@wardtrack/access'
import { restrictFilesToOwner } from '@wardtrack/service-runtime'
import { readSettings } from '../config.ts'
import { resetAccountOf } from './reset-account.ts'

/** `npm run reset-account -- USERNAME`: gives an account a one-time password and removes its second factor. */
async function main(): Promise<void> {
  const [username] = process.argv.slice(2)
  if (!username) throw new Error('usage: npm run reset-account -- USERNAME')
  restrictFilesToOwner()
  for (const line of linesOf(await resetAccountOf(readSettings(process.env), username)))
    process.stdout.write(`${line}\n`)
}

const linesOf = ({ username, password, expiresAt, hadSecondFactor, isLocked }: AccountReset): string[] => [
  `Sign in as ${username} with ${password} (shown this once, good until ${expiresAt.toISOString()}).`,
  `A password of one's own is asked for first.${hadSecondFactor ? ' The authenticator app and the recovery codes are void.' : ''}`,
  ...(isLocked ? ['The account is locked: an administrator has to unlock it.'] : []),
]

main().catch((error: unknown) => {
  process.stderr.write(`No account was reset: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
