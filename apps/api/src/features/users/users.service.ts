import { routesByUser, routesOf, type ServiceParts, type SessionActor } from '@wardtrack/access'
import { mayGiveRoutes, messages, pageAllows, type User } from '@wardtrack/contracts'
import { isDuplicateKey, Types, trusted, type UserDoc } from '@wardtrack/database'
import { ApiError, duplicate, forbidden, invalid } from '@wardtrack/service-kit'
import { checkNewPassword } from '../session/index.ts'
import { accountLimit, checkLimit } from './account-limit.ts'
import {
  changedMeanwhile,
  editUser,
  findUser,
  findUsers,
  toUser,
  type UserQuery,
  withSameRights,
} from './users.store.ts'

type Store = Pick<ServiceParts, 'db'>

/**
 * Checks that privileges exist, and that the caller may grant each of them.
 * @throws ApiError 400 or 403 naming those that fail
 */
async function checkGivenPrivileges(
  { db }: Store,
  actor: SessionActor,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  const found = await db.models.privileges.find({ privilegeName: trusted({ $in: [...names] }) })
  const routesByName = new Map(found.map(({ privilegeName, routes }) => [privilegeName, routes]))
  const errorsAt = (message: string, isWrong: (routes: readonly string[] | undefined) => boolean) =>
    names.flatMap((name, index) =>
      isWrong(routesByName.get(name)) ? [{ path: `privileges.${index}`, message }] : [],
    )
  const unknown = errorsAt(messages.privilegeUnknown, (routes) => routes === undefined)
  if (unknown.length > 0) throw invalid(unknown)
  const beyond = errorsAt(
    messages.privilegeBeyondOwn,
    (routes = []) => !mayGiveRoutes(actor.allowedRoutes, routes),
  )
  if (beyond.length > 0) throw new ApiError('forbidden', messages.privilegeBeyondOwn, { errors: beyond })
}

/** Sources of the patient-data flag: a holder, or the first account while no holder could grant it. */
type PatientDataGiver = 'holder' | 'first account'

/** Returns the source from which the caller may grant the patient-data flag; undefined for none. */
async function patientDataGiver(
  { db }: Store,
  { patientDataAccess, builtIn }: SessionActor,
): Promise<PatientDataGiver | undefined> {
  if (patientDataAccess) return 'holder'
  if (!builtIn) return undefined
  const privileges = await db.models.privileges.find({})
  const names = privileges
    .filter(({ routes }) => pageAllows(routes, 'admin-config'))
    .map(({ privilegeName }) => privilegeName)
  const giver = await db.models.users.findOne({
    patientDataAccess: true,
    locked: false,
    ...trusted({ $or: [{ builtIn: true }, { privileges: trusted({ $in: names }) }] }),
  })
  return giver ? undefined : 'first account'
}

/** @throws ApiError 403 when the caller may not grant the patient-data flag */
async function checkGivenPatientData(parts: Store, actor: SessionActor): Promise<PatientDataGiver> {
  const giver = await patientDataGiver(parts, actor)
  if (!giver) throw forbidden(messages.patientFlagBeyondOwn)
  return giver
}

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

/** Change of a user by an administrator; missing members stay. `revision`: the edited revision. */
type UserChange = {
  displayName?: string | undefined
  email?: string | undefined
  privileges?: string[] | undefined
  patientDataAccess?: boolean | undefined
  locked?: boolean | undefined
  secondFactorRequired?: boolean | undefined
  revision?: string | undefined
}

/** Creates the service for user administration. Each change applies to open sessions immediately. */
export function createUsersService(parts: ServiceParts) {
  const { db, access, bus } = parts
  /** Finds an account that the caller may change in this way. @throws ApiError 403, 404 */
  const findWithin = async (
    actor: SessionActor,
    id: string,
    change: 'credentials' | UserChange,
  ): Promise<UserDoc> => {
    const user = await findUser(db, id)
    const isCredential = change === 'credentials' || differs(user.email ?? '', change.email)
    checkLimit(accountLimit(actor, user, await routesOf(db, user)), isCredential)
    return user
  }
  const answer = async (actor: SessionActor, user: UserDoc): Promise<User> =>
    toUser(parts, user, accountLimit(actor, user, await routesOf(db, user)))
  return {
    list: async (actor: SessionActor, query: UserQuery) => {
      const { found, ...counts } = await findUsers(db, query)
      const routes = await routesByUser(db, found)
      const data = found.map((user) => toUser(parts, user, accountLimit(actor, user, routes.get(user) ?? [])))
      const giver = await patientDataGiver(parts, actor)
      return { data: await Promise.all(data), ...counts, mayGivePatientData: giver !== undefined }
    },
    /** @throws ApiError 404 */
    read: async (actor: SessionActor, id: string): Promise<User> => answer(actor, await findUser(db, id)),
    /**
     * creates an account whose owner must change the password. @throws ApiError 400, 403 for rights that the caller
     * lacks, 409
     */
    create: async (
      actor: SessionActor,
      newUser: NewUser,
    ): Promise<{ user: User; giver?: PatientDataGiver }> => {
      await checkNewPassword(newUser.password, newUser.username, 'password')
      await checkGivenPrivileges(parts, actor, newUser.privileges ?? [])
      const giver = newUser.patientDataAccess ? await checkGivenPatientData(parts, actor) : undefined
      const created = await createUser(parts, {
        ...newUser,
        isOneTime: true,
        isPatientDataBootstrap: giver === 'first account',
      }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
        throw duplicate(messages.usernameTaken, [{ path: 'username', message: messages.usernameTaken }])
      })
      return { user: await answer(actor, created), ...(giver ? { giver } : {}) }
    },
    /**
     * @throws ApiError 400, 403 for members fixed for oneself or the first account, an account with more rights, or
     * rights that the caller lacks, 404, 409 for another revision
     */
    change: async (
      actor: SessionActor,
      id: string,
      change: UserChange,
    ): Promise<{ user: User; giver?: PatientDataGiver }> => {
      const { revision, ...members } = change
      const user = await findWithin(actor, id, change)
      checkMayChange(actor, user, change)
      if (change.privileges) await checkGivenPrivileges(parts, actor, change.privileges)
      const isGiven = change.patientDataAccess === true && !user.patientDataAccess
      const giver = isGiven ? await checkGivenPatientData(parts, actor) : undefined
      const entries = Object.entries(members).filter(([, value]) => value !== undefined)
      const update = {
        $set: {
          ...Object.fromEntries(entries),
          ...(giver === 'first account' ? { patientDataGrantedAt: new Date() } : {}),
        },
        ...(change.patientDataAccess === false ? { $unset: { patientDataGrantedAt: 1 as const } } : {}),
      }
      const changed = entries.length > 0 ? await editUser(db, user, update, revision) : user
      if (change.locked === true) await access.sessions.end({ userId: id }, 'locked')
      bus.publish('access.changed', { userId: id })
      return { user: await answer(actor, changed), ...(giver ? { giver } : {}) }
    },
    /**
     * sets a one-time password and lifts a lock-out by attempts. @returns time of its expiry
     * @throws ApiError 400, 403 for oneself or an account with more rights, 404, 409 when its rights change meanwhile
     */
    setPassword: async (actor: SessionActor, id: string, password: string): Promise<Date> => {
      const user = await findWithin(actor, id, 'credentials')
      if (id === actor.userId) throw forbidden(messages.ownPasswordHere)
      await checkNewPassword(password, user.username, 'password')
      const passwordHash = await access.passwords.hash(password)
      const passwordExpiresAt = await access.setup.oneTimePasswordEnd()
      const { matchedCount } = await db.models.users.updateOne(withSameRights(user), {
        $set: { passwordHash, mustChangePassword: true, passwordExpiresAt },
        $unset: { passwordRequest: 1 },
      })
      if (matchedCount === 0) throw await changedMeanwhile(db, user)
      await access.throttle.lift(user.username)
      await access.sessions.end({ userId: id }, 'password')
      return passwordExpiresAt
    },
    /** @throws ApiError 403 for an account with more rights, 404 */
    endSessions: async (actor: SessionActor, id: string): Promise<void> => {
      await findWithin(actor, id, {})
      await access.sessions.end({ userId: id }, 'expired')
    },
    /**
     * for users who have lost the authenticator app and the recovery codes.
     * @throws ApiError 403 for oneself or an account with more rights, 404, 409 when its rights change meanwhile
     */
    resetSecondFactor: async (actor: SessionActor, id: string): Promise<void> => {
      const user = await findWithin(actor, id, 'credentials')
      if (id === actor.userId) throw forbidden(messages.ownAccount)
      if (!(await access.secondFactor.remove(withSameRights(user)))) throw await changedMeanwhile(db, user)
      await access.throttle.lift(user.username)
      await access.sessions.end({ userId: id }, 'expired')
    },
    /** @throws ApiError 403 for an account with more rights, 404 */
    dismissPasswordRequest: async (actor: SessionActor, id: string): Promise<void> => {
      const user = await findWithin(actor, id, {})
      await db.models.users.updateOne(withSameRights(user), { $unset: { passwordRequest: 1 } })
    },
  }
}

/** Members that users cannot change for themselves, because they would gain rights or lock themselves out. */
const FORBIDDEN_SELF_EDITS = ['privileges', 'patientDataAccess', 'locked', 'secondFactorRequired'] as const

/** @throws ApiError 403 */
function checkMayChange(actor: SessionActor, user: UserDoc, change: UserChange): void {
  const isOwn = user._id.toHexString() === actor.userId
  if (isOwn && FORBIDDEN_SELF_EDITS.some((name) => differs(user[name], change[name])))
    throw forbidden(messages.ownAccount)
  if (user.builtIn && change.locked === true) throw forbidden(messages.builtInLocked)
}

/**
 * Returns true if a member is sent and differs. A missing member was never set: for the second factor, it is not
 * required.
 */
function differs(stored: unknown, sent: unknown): boolean {
  if (sent === undefined) return false
  if (!Array.isArray(stored) || !Array.isArray(sent)) return (stored ?? false) !== sent
  return new Set([...stored, ...sent]).size !== stored.length || sent.length !== stored.length
}
