import { createHash } from 'node:crypto'
import { hasPasswordLength, isEasyToGuess, MIN_PASSWORD_CHARACTERS } from '@wardtrack/contracts'
import { type Database, isDuplicateKey, Types } from '@wardtrack/database'
import { isCommonPassword } from './common-passwords.ts'
import { generatePassword, type Passwords } from './passwords.ts'

/** The first account, found or created. `password` is set only when it was just generated: print it once. */
export type FirstAccount = { username: string; created: boolean; password?: string }

/**
 * Creates the first account in a store without accounts. The account starts without privileges and without the
 * patient-data flag.
 * @param wanted name and password from the settings; without a password one is generated
 * @throws Error when the password is too short or easy to guess
 */
export async function ensureFirstAccount(
  db: Database,
  passwords: Passwords,
  wanted: { username?: string; password?: string },
): Promise<FirstAccount> {
  const found = await db.models.users.findOne({ builtIn: true })
  if (found) return { username: found.username, created: false }
  const username = wanted.username ?? 'admin'
  const { password: chosen } = wanted
  if (chosen !== undefined && (isEasyToGuess(chosen, username) || (await isCommonPassword(chosen))))
    throw new Error(
      `the password of the first account, ${username}, is easy to guess: please choose another one`,
    )
  if (chosen !== undefined && !hasPasswordLength(chosen))
    throw new Error(
      `the password of the first account, ${username}, needs at least ${MIN_PASSWORD_CHARACTERS} characters`,
    )
  const password = chosen ?? generatePassword()
  const passwordHash = await passwords.hash(password)
  const inserted = await insertFirst(db, username, passwordHash)
  if (!inserted) return { username, created: false }
  if (!chosen) await rememberGenerated(db, passwordHash)
  return { username, created: true, ...(chosen ? {} : { password }) }
}

/** Inserts the first account; false when another process of the installation inserted it at the same moment. */
async function insertFirst(db: Database, username: string, passwordHash: string): Promise<boolean> {
  try {
    await db.models.users.create({
      _id: new Types.ObjectId(),
      username,
      usernameKey: username.toLowerCase(),
      displayName: '',
      passwordHash,
      privileges: [],
      patientDataAccess: false,
      locked: false,
      builtIn: true,
      createdAt: new Date(),
    })
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    if (await db.models.users.findOne({ builtIn: true })) return false
    throw new Error(`the first account cannot be called ${username}: another account has that name`, {
      cause: error,
    })
  }
}

const GENERATED = 'generated-password'

/**
 * Fingerprint of a stored password. It is a hash of the password hash, so that it does not help to guess the
 * password.
 */
const fingerprintOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('hex')

async function rememberGenerated(db: Database, passwordHash: string): Promise<void> {
  const value = fingerprintOf(passwordHash)
  await db.models.system.updateOne({ _id: GENERATED }, { $set: { value } }, { upsert: true })
}

/** Returns true if the first account still has its generated and printed password. */
export async function isGeneratedPasswordInUse(db: Database): Promise<boolean> {
  const generated = await db.models.system.findOne({ _id: GENERATED })
  if (!generated) return false
  const first = await db.models.users.findOne({ builtIn: true })
  return first !== null && fingerprintOf(first.passwordHash) === generated.value
}

/**
 * Forgets the generated password, so that the setup page no longer asks to change it. Its owner can always look it
 * up.
 */
export async function forgetGeneratedPassword(db: Database): Promise<void> {
  await db.models.system.deleteOne({ _id: GENERATED })
}
