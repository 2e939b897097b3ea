import type { ServiceParts } from '@wardtrack/access'
import { Types, type UserDoc } from '@wardtrack/database'

/** A new account. `privileges` are names of privileges. */
export type NewUser = {
  username: string
  password: string
  displayName?: string
  email?: string
  privileges?: readonly string[]
  patientDataAccess?: boolean
  secondFactorRequired?: boolean
  /** somebody else knows the password: it has to be changed first */
  isOneTime?: boolean
  /** the first account gives the patient-data flag without holding it */
  isPatientDataBootstrap?: boolean
}

/**
 * Makes an account.
 * @throws the store's duplicate-key error when the name is taken, without regard to case
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
