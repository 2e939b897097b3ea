import type { AccountSetupStep, SecondFactorRule } from '@wardtrack/contracts'
import { type BusTopics, type Database, settingId, type UserDoc } from '@wardtrack/database'
import { type CacheParts, cachedValue } from '@wardtrack/service-kit'
import { isPasswordExpired, oneTimePasswordEnd } from './one-time-password.ts'

/** Steps that a person must complete before a session gives access. */
export type AccountSetup = {
  /** the next step; undefined when no step is left */
  stepOf(user: UserDoc): Promise<AccountSetupStep | undefined>
  /** true when the person needs a second factor, by account or by the Security setting */
  isSecondFactorRequired(user: Pick<UserDoc, 'privileges' | 'secondFactorRequired'>): Promise<boolean>
  /** time at which a one-time password that is set now expires */
  oneTimePasswordEnd(): Promise<Date>
  /** true when the account has an expired one-time password */
  isPasswordExpired(user: Pick<UserDoc, 'mustChangePassword' | 'passwordExpiresAt'>): boolean
  close(): void
}

/** Id of the Security setting that says which accounts need a second factor. */
export const SECOND_FACTOR_SETTING = settingId('Security', 'SecondFactor')

type Requirement = { rule: SecondFactorRule; privileges: ReadonlySet<string> }

/** Creates the reader. Each request reads the account again, so that a new rule also applies to open sessions. */
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
