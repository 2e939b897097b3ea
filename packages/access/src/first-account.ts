import { isEasyToGuess } from '@wardtrack/contracts'
import { type Database, isDuplicateKey, Types } from '@wardtrack/database'
import { generatePassword, type Passwords } from './passwords.ts'

/** The first account as it was found or made. `password` only when it was generated just now: print it once. */
export type FirstAccount = { username: string; created: boolean; password?: string }

/**
 * Makes the first account on a store that has none. It starts without privileges and without the patient-data flag.
 * @param wanted name and password from the settings; without a password one is generated
 * @throws Error when the password is easy to guess
 */
export async function ensureFirstAccount(
  db: Database,
  passwords: Passwords,
  wanted: { username?: string; password?: string },
): Promise<FirstAccount> {
  const found = await db.models.users.findOne({ builtIn: true })
  if (found) return { username: found.username, created: false }
  const username = wanted.username ?? 'admin'
  if (wanted.password !== undefined && isEasyToGuess(wanted.password, username))
    throw new Error(
      `the password of the first account, ${username}, is easy to guess: please choose another one`,
    )
  const password = wanted.password ?? generatePassword()
  const inserted = await insertFirst(db, username, await passwords.hash(password))
  if (!inserted) return { username, created: false }
  return { username, created: true, ...(wanted.password ? {} : { password }) }
}

/** False when another process of the installation made it in the same moment. */
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
