import type { ServiceParts } from '@wardtrack/access'
import { Types, type UserDoc } from '@wardtrack/database'

/** New account. `privileges` holds names of privileges. */
export type NewUser = {
  username: string
  password: string
  displayName?: string
  email?: string
  privileges?: readonly string[]
  patientDataAccess?: boolean
  secondFactorRequired?: boolean
  /** true when another user knows the password, so that it must be changed first */
  isOneTime?: boolean
  /** true when the first account grants the patient-data flag without holding it */
  isPatientDataBootstrap?: boolean
}

/**
 * Creates an account.
 * @throws the store's duplicate-key error for a taken name, compared case-insensitively
 */
export async function createUser({ db, access, bus }: ServiceParts, newUser: NewUser): Promise<UserDoc> {
  const user: UserDoc = {
    _id: new Types.ObjectId(),
    username: newUser.username,
    usernameKey: newUser.username.toLowerCase(),
    displayName: newUser.displayName ?? '',
    email: newUser.email ?? '',
    passwordHash: await access.passwords.hash(newUser.password),
    privileges: [...(newUser.privileges ?? [])],
    patientDataAccess: newUser.patientDataAccess ?? false,
    ...(newUser.isPatientDataBootstrap ? { patientDataGrantedAt: new Date() } : {}),
    locked: false,
    builtIn: false,
    createdAt: new Date(),
    ...(newUser.secondFactorRequired ? { secondFactorRequired: true } : {}),
    ...(newUser.isOneTime
      ? { mustChangePassword: true, passwordExpiresAt: await access.setup.oneTimePasswordEnd() }
      : {}),
  }
  await db.models.users.create(user)
  const userId = user._id.toHexString()
  bus.publish('access.changed', { userId })
  return user
}
