import type { AccountSetupStep, SecondFactorRule } from '@wardtrack/contracts'
import { type BusTopics, type Database, settingId, type UserDoc } from '@wardtrack/database'
import { type CacheParts, cachedValue } from '@wardtrack/service-kit'
import { isPasswordExpired, oneTimePasswordEnd } from './one-time-password.ts'

/** What people have to do before a session of theirs opens anything. */
export type AccountSetup = {
  /** the step that comes next; undefined when nothing is left to do */
  stepOf(user: UserDoc): Promise<AccountSetupStep | undefined>
  /** whether a second factor is required of a person, one by one or by the Security setting */
  isSecondFactorRequired(user: Pick<UserDoc, 'privileges' | 'secondFactorRequired'>): Promise<boolean>
  /** until when a one-time password that is set now opens a session */
  oneTimePasswordEnd(): Promise<Date>
  /** whether an account has a one-time password whose time is over */
  isPasswordExpired(user: Pick<UserDoc, 'mustChangePassword' | 'passwordExpiresAt'>): boolean
  close(): void
}

/** Id of the Security setting that says of whom a second factor is required. */
export const SECOND_FACTOR_SETTING = settingId('Security', 'SecondFactor')

type Requirement = { rule: SecondFactorRule; privileges: ReadonlySet<string> }

/** Creates the reader. It goes by the account as it is at each request, so that a new rule holds in open sessions too. */
export function createAccountSetup(
  parts: CacheParts<BusTopics> & { db: Database; now?: () => number },
): AccountSetup {
  const { now = Date.now } = parts
  const requirement = cachedValue(parts, {
    load: () => loadRequirement(parts.db),
    invalidateOn: { 'config.changed': ({ what }) => what === 'settings' },
  })
  const isSecondFactorRequired: AccountSetup['isSecondFactorRequired'] = async (user) => {
    if (user.secondFactorRequired) return true
    const { rule, privileges } = await requirement.read()
    if (rule === 'privileges') return user.privileges.some((name) => privileges.has(name))
    return rule === 'everybody'
  }
  return {
    stepOf: async (user) => {
      if (user.mustChangePassword) return 'password'
      return !user.secondFactor && (await isSecondFactorRequired(user)) ? 'second-factor' : undefined
    },
    isSecondFactorRequired,
    oneTimePasswordEnd: () => oneTimePasswordEnd(parts.db, now()),
    isPasswordExpired: (user) => isPasswordExpired(user, now()),
    close: requirement.close,
  }
}

async function loadRequirement(db: Database): Promise<Requirement> {
  const saved = await db.models.settings.findOne({ _id: SECOND_FACTOR_SETTING })
  const { requiredOf = 'nobody', privileges = [] } = (saved?.Fields ?? {}) as {
    requiredOf?: SecondFactorRule
    privileges?: string[]
  }
  return { rule: requiredOf, privileges: new Set(privileges) }
}
