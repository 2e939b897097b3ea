import { type Database, Types } from '@wardtrack/database'
import { generatePassword, type Passwords } from './passwords.ts'

/** The first account as it was found or made. `password` only when it was generated just now: print it once. */
export type FirstAccount = { username: string; created: boolean; password?: string }

/**
 * Makes the first account on a store that has none. It starts without privileges and without the patient-data flag.
 * @param wanted name and password from the settings; without a password one is generated
 */
export async function ensureFirstAccount(
  db: Database,
  passwords: Passwords,
  wanted: { username?: string; password?: string },
): Promise<FirstAccount> {
  const found = await db.users.findOne({ builtIn: true })
  if (found) return { username: found.username, created: false }
  const username = wanted.username ?? 'admin'
  const password = wanted.password ?? generatePassword()
  await db.users.insertOne({
    _id: new Types.ObjectId(),
    username,
    usernameKey: username.toLowerCase(),
    displayName: '',
    passwordHash: await passwords.hash(password),
    privileges: [],
    patientDataAccess: false,
    locked: false,
    builtIn: true,
    createdAt: new Date(),
  })
  return { username, created: true, ...(wanted.password ? {} : { password }) }
}
