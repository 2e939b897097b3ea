import { editDocument, type ServiceParts, type SessionActor } from '@wardtrack/access'
import { messages, type User } from '@wardtrack/contracts'
import { isDuplicateKey, trusted, type UserDoc } from '@wardtrack/database'
import { duplicate, forbidden, invalid } from '@wardtrack/service-kit'
import { checkNewPassword } from '../session/index.ts'
import { createUser, type NewUser } from './create-user.ts'
import { findUser, findUsers, toUser, type UserQuery, userFilter } from './users.store.ts'

/** What an administrator changes of a person; what is left out stays. `revision`: the state that was edited. */
type UserChange = {
  displayName?: string | undefined
  email?: string | undefined
  privileges?: string[] | undefined
  patientDataAccess?: boolean | undefined
  locked?: boolean | undefined
  secondFactorRequired?: boolean | undefined
  revision?: string | undefined
}

/** What administrators do with people. Each change takes effect in open sessions at once. */
export function createUsersService(parts: ServiceParts) {
  const { db, access, bus } = parts
  const update = (id: string, change: object) => db.models.users.updateOne(userFilter(id), change)
  return {
    list: async (query: UserQuery) => {
      const { found, ...counts } = await findUsers(db, query)
      return { data: await Promise.all(found.map((doc) => toUser(parts, doc))), ...counts }
    },
    /** @throws ApiError 404 */
    read: async (id: string): Promise<User> => toUser(parts, await findUser(db, id)),
    /** makes an account whose password its owner has to change. @throws ApiError 400, 409 */
    create: async (newUser: NewUser): Promise<User> => {
      await checkNewPassword(newUser.password, newUser.username, 'password')
      await checkPrivileges(parts, newUser.privileges ?? [])
      const created = await createUser(parts, { ...newUser, isOneTime: true }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
        throw duplicate(messages.usernameTaken, [{ path: 'username', message: messages.usernameTaken }])
      })
      return toUser(parts, created)
    },
    /** @throws ApiError 400, 403 for what nobody changes of themselves or of the first account, 404, 409 another revision */
    change: async (actor: SessionActor, id: string, change: UserChange): Promise<User> => {
      const user = await findUser(db, id)
      checkMayChange(actor, user, change)
      if (change.privileges) await checkPrivileges(parts, change.privileges)
      const { revision, ...members } = change
      const entries = Object.entries(members).filter(([, value]) => value !== undefined)
      const edit = { filter: userFilter(id), update: { $set: Object.fromEntries(entries) }, revision }
      const changed = entries.length > 0 ? await editDocument(db.models.users, edit) : user
      if (change.locked === true) await access.sessions.end({ userId: id }, 'locked')
      bus.publish('access.changed', { userId: id })
      return toUser(parts, changed)
    },
    /** sets a one-time password and lifts a lock-out by attempts. @returns until when it is good @throws ApiError 400, 403 one's own, 404 */
    setPassword: async (actor: SessionActor, id: string, password: string): Promise<Date> => {
      const user = await findUser(db, id)
      if (id === actor.userId) throw forbidden(messages.ownPasswordHere)
      await checkNewPassword(password, user.username, 'password')
      const passwordHash = await access.passwords.hash(password)
      const passwordExpiresAt = await access.setup.oneTimePasswordEnd()
      await update(id, {
        $set: { passwordHash, mustChangePassword: true, passwordExpiresAt },
        $unset: { passwordRequest: 1 },
      })
      await access.throttle.lift(user.username)
      await access.sessions.end({ userId: id }, 'password')
      return passwordExpiresAt
    },
    /** @throws ApiError 404 */
    endSessions: async (id: string): Promise<void> => {
      await findUser(db, id)
      await access.sessions.end({ userId: id }, 'expired')
    },
    /** for who has lost the authenticator app and the recovery codes. @throws ApiError 403 one's own, 404 */
    resetSecondFactor: async (actor: SessionActor, id: string): Promise<void> => {
      const user = await findUser(db, id)
      if (id === actor.userId) throw forbidden(messages.ownAccount)
      await access.secondFactor.remove(user._id)
      await access.throttle.lift(user.username)
      await access.sessions.end({ userId: id }, 'expired')
    },
    /** @throws ApiError 404 */
    dismissPasswordRequest: async (id: string): Promise<void> => {
      await findUser(db, id)
      await update(id, { $unset: { passwordRequest: 1 } })
    },
  }
}

/** What nobody changes of themselves: they would give themselves more, or shut themselves out. */
const NOT_ONES_OWN = ['privileges', 'patientDataAccess', 'locked', 'secondFactorRequired'] as const

/** @throws ApiError 403 */
function checkMayChange(actor: SessionActor, user: UserDoc, change: UserChange): void {
  const isOwn = user._id.toHexString() === actor.userId
  if (isOwn && NOT_ONES_OWN.some((name) => differs(user[name], change[name])))
    throw forbidden(messages.ownAccount)
  if (user.builtIn && change.locked === true) throw forbidden(messages.builtInLocked)
}

/** Whether a member is sent and differs. Absent is what was never set: not required, for the second factor. */
function differs(stored: unknown, sent: unknown): boolean {
  if (sent === undefined) return false
  if (!Array.isArray(stored) || !Array.isArray(sent)) return (stored ?? false) !== sent
  return new Set([...stored, ...sent]).size !== stored.length || sent.length !== stored.length
}

/** @throws ApiError 400 that names the first privilege that does not exist */
async function checkPrivileges({ db }: ServiceParts, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const found = await db.models.privileges
    .find({ privilegeName: trusted({ $in: [...names] }) })
    .select({ privilegeName: 1 })
  const known = new Set(found.map(({ privilegeName }) => privilegeName))
  const errors = names.flatMap((name, index) =>
    known.has(name) ? [] : [{ path: `privileges.${index}`, message: messages.privilegeUnknown }],
  )
  if (errors.length > 0) throw invalid(errors)
}
