import { hash, randomBytes } from 'node:crypto'
import { type Database, type SecondFactorDoc, Types, trusted, type UserDoc } from '@wardtrack/database'
import type { KeyRing, SealContext } from '@wardtrack/encryption'
import { generateSecret, generateURI, verifySync } from 'otplib'

const COUNT = 10
/** Letters and digits that are not mistaken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 7
const GROUP_LENGTH = 4

/** Generates ten recovery codes of about 138 bits, in groups that can be read aloud: `k7mq-w3xd-p9fz-a2ht-…`. */
export const generateRecoveryCodes = (): string[] => Array.from({ length: COUNT }, generateCode)

const generateCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, randomSign).join('')).join('-')

/**
 * Draws a random sign. Bytes above the last whole multiple of the number of signs are drawn again, so that all signs
 * are equally likely.
 */
function randomSign(): string {
  const limit = 256 - (256 % SIGNS.length)
  for (;;) {
    const [byte = 0] = randomBytes(1)
    if (byte < limit) return SIGNS[byte % SIGNS.length] ?? ''
  }
}

/**
 * Hashes a recovery code for storage. A fast hash is enough: a code is random and long, unlike a password. The hash
 * includes the account, so that accounts with the same code have different hashes.
 */
export const hashRecoveryCode = (userId: string, code: string): string =>
  hash('sha256', `${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'hex')

/** An account, and rights that it must still have when the change is written. */
type AccountFilter = Pick<UserDoc, '_id'> & Partial<Pick<UserDoc, 'privileges' | 'patientDataAccess'>>

/** The second factor of accounts: codes of an authenticator app (TOTP, RFC 6238) or recovery codes, each used once. */
export type SecondFactor = {
  /** creates a secret, which becomes active when its first code is confirmed */
  start(user: UserDoc): Promise<{ secret: string; uri: string }>
  /** confirms the first code. @returns the recovery codes, or the reason for the refusal */
  confirm(user: UserDoc, code: string): Promise<{ recoveryCodes: string[] } | 'not-started' | 'wrong-code'>
  /** true when a code is correct; a correct code is used up */
  accept(user: UserDoc, code: string): Promise<boolean>
  /** @returns new recovery codes; the old ones become invalid */
  renewRecoveryCodes(userId: Types.ObjectId): Promise<string[]>
  /** removes the second factor. @param account filter of the account @returns true when an account matched */
  remove(account: AccountFilter): Promise<boolean>
}

const ISSUER = 'Wardtrack'
/** A code is valid in its own half minute and in the ones before and after, because clocks differ. */
const DRIFT_SECONDS = 30
/** Time that a secret waits for its first code. */
const START_MS = 30 * 60_000
const APP_CODE = /^\d{6}$/

/** Creates the second factor. @param parts `now`: the clock, for tests */
export function createSecondFactor(parts: {
  db: Database
  keyRing: Pick<KeyRing, 'seal' | 'open'>
  now?: () => number
}): SecondFactor {
  const { db, keyRing, now = Date.now } = parts
  const { users } = db.models
  /** number of the time step that the code belongs to */
  const stepOf = (user: UserDoc, sealed: string, code: string): number | undefined => {
    if (!APP_CODE.test(code)) return undefined
    const secret = keyRing.open(sealed, placeOf(user._id))
    const epoch = Math.floor(now() / 1000)
    const result = verifySync({ secret, token: code, epoch, epochTolerance: DRIFT_SECONDS })
    return result.valid && 'timeStep' in result ? result.timeStep : undefined
  }
  const acceptAppCode = async (user: UserDoc, factor: SecondFactorDoc, code: string): Promise<boolean> => {
    const step = stepOf(user, factor.secret, code)
    if (step === undefined) return false
    // Check and write are one step, so that only one of two requests with the same code succeeds.
    const unused = { _id: user._id, 'secondFactor.lastStep': trusted({ $lt: step }) }
    const used = await users.updateOne(unused, { $set: { 'secondFactor.lastStep': step } })
    return used.modifiedCount === 1
  }
  const acceptRecoveryCode = async (user: UserDoc, code: string): Promise<boolean> => {
    const codeHash = hashRecoveryCode(user._id.toHexString(), code)
    const unused = { _id: user._id, 'secondFactor.recoveryCodes': codeHash }
    const used = await users.updateOne(unused, { $pullAll: { 'secondFactor.recoveryCodes': [codeHash] } })
    return used.modifiedCount === 1
  }
  return {
    start: async (user) => {
      const secret = generateSecret()
      const pendingSecondFactor = {
        secret: keyRing.seal(secret, placeOf(user._id)),
        createdAt: new Date(now()),
      }
      await users.updateOne({ _id: user._id }, { $set: { pendingSecondFactor } })
      return { secret, uri: generateURI({ issuer: ISSUER, label: user.username, secret }) }
    },
    confirm: async (user, typedCode) => {
      const pending = user.pendingSecondFactor
      if (!pending || now() - pending.createdAt.getTime() > START_MS) return 'not-started'
      const lastStep = stepOf(user, pending.secret, withoutSpaces(typedCode))
      if (lastStep === undefined) return 'wrong-code'
      const recoveryCodes = generateRecoveryCodes()
      const secondFactor = {
        secret: pending.secret,
        since: new Date(now()),
        lastStep,
        recoveryCodes: hashesOf(user._id, recoveryCodes),
      }
      const started = { _id: user._id, 'pendingSecondFactor.secret': pending.secret }
      const change = { $set: { secondFactor }, $unset: { pendingSecondFactor: 1 } } as const
      const { modifiedCount } = await users.updateOne(started, change)
      return modifiedCount === 1 ? { recoveryCodes } : 'not-started'
    },
    accept: async (user, typedCode) => {
      const code = withoutSpaces(typedCode)
      if (!user.secondFactor) return false
      return APP_CODE.test(code)
        ? acceptAppCode(user, user.secondFactor, code)
        : acceptRecoveryCode(user, code)
    },
    renewRecoveryCodes: async (userId) => {
      const recoveryCodes = generateRecoveryCodes()
      const active = { _id: userId, secondFactor: trusted({ $exists: true }) }
      await users.updateOne(active, {
        $set: { 'secondFactor.recoveryCodes': hashesOf(userId, recoveryCodes) },
      })
      return recoveryCodes
    },
    remove: async (account) => {
      const change = { $unset: { secondFactor: 1, pendingSecondFactor: 1 } } as const
      return (await users.updateOne(account, change)).matchedCount === 1
    },
  }
}

/** The context is the same before and after the first code, so that the secret need not be sealed again. */
const placeOf = (userId: Types.ObjectId): SealContext => ({
  collection: 'users',
  id: userId.toHexString(),
  field: 'secondFactor.secret',
})

/** Apps show their codes with a space in the middle. */
const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '')

const hashesOf = (userId: Types.ObjectId, codes: readonly string[]): string[] =>
  codes.map((code) => hashRecoveryCode(userId.toHexString(), code))
