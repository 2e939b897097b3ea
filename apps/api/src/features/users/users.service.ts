import type { ServiceParts } from '@wardtrack/access'
import { Types, type UserDoc } from '@wardtrack/database'

/** A new account. `privileges` are names of privileges. */
export type NewUser = {
  username: string
  password: string
  displayName?: string
  privileges?: readonly string[]
  patientDataAccess?: boolean
}

/**
 * Makes an account.
 * @throws the store's duplicate-key error when the name is taken, without regard to case
 */
export async function createUser({ db, access, bus }: ServiceParts, of: NewUser): Promise<UserDoc> {
  const user: UserDoc = {
    _id: new Types.ObjectId(),
    username: of.username,
    usernameKey: of.username.toLowerCase(),
    displayName: of.displayName ?? '',
    passwordHash: await access.passwords.hash(of.password),
    privileges: [...(of.privileges ?? [])],
    patientDataAccess: of.patientDataAccess ?? false,
    locked: false,
    builtIn: false,
    createdAt: new Date(),
  }
  await db.models.users.create(user)
  const userId = user._id.toHexString()
  bus.publish('access.changed', { userId })
  return user
}
