import { lastUseOf, type ServiceParts, type SessionActor } from '@wardtrack/access'
import type { OwnProfile, OwnSession, Preferences } from '@wardtrack/contracts'
import { Types, type UserDoc } from '@wardtrack/database'
import { findAccount } from '../session/index.ts'

/** Reads the user's own account, and the steps required before other calls. */
export async function readProfile({ db, access }: ServiceParts, actor: SessionActor): Promise<OwnProfile> {
  const user = await findAccount(db, actor)
  const { secondFactor } = user
  return {
    username: user.username,
    displayName: user.displayName,
    email: user.email ?? '',
    ...(actor.setup ? { setup: actor.setup } : {}),
    secondFactor: {
      active: secondFactor !== undefined,
      required: await access.setup.isSecondFactorRequired(user),
      ...(secondFactor ? { since: secondFactor.since.toISOString() } : {}),
      recoveryCodesLeft: secondFactor?.recoveryCodes.length ?? 0,
    },
    preferences: lookOf(user.preferences),
  }
}

/** Returns the preferences for the look of the console; dashboard tiles have separate calls. */
function lookOf(preferences: UserDoc['preferences']): Preferences {
  const { dashboard: _dashboard, ...look } = preferences ?? {}
  return look as Preferences
}

/** Stores preferences; missing preferences and tables stay unchanged. */
export async function savePreferences(
  { db }: ServiceParts,
  actor: SessionActor,
  { tables = {}, ...preferences }: Preferences,
): Promise<void> {
  const entries = [
    ...Object.entries(preferences).map(([name, value]) => [`preferences.${name}`, value] as const),
    ...Object.entries(tables).map(([table, choice]) => [`preferences.tables.${table}`, choice] as const),
  ]
  if (entries.length === 0) return
  await db.models.users.updateOne(
    { _id: new Types.ObjectId(actor.userId) },
    { $set: Object.fromEntries(entries) },
  )
}

/** Lists the user's own sessions, the last used first. */
export async function listSessions({ access }: ServiceParts, actor: SessionActor): Promise<OwnSession[]> {
  const sessions = await access.sessions.list(actor.userId)
  return sessions.map((session) => ({
    id: session._id,
    current: session._id === actor.sessionId,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: lastUseOf(session).toISOString(),
    ...(session.address ? { address: session.address } : {}),
    ...(session.userAgent ? { userAgent: session.userAgent } : {}),
  }))
}
