import type { Database, UserDoc } from '@wardtrack/database'
import type { SessionActor } from './actor.ts'
import { routesOf } from './rights.ts'

/**
 * Returns a person as the actor of work without a session, with their current rights. Such work is a report made at
 * night, or a job that continues to read.
 */
export async function personActor(db: Database, user: UserDoc): Promise<SessionActor> {
  return {
    kind: 'session',
    userId: user._id.toHexString(),
    username: user.username,
    sessionId: '',
    allowedRoutes: await routesOf(db, user),
    patientDataAccess: user.patientDataAccess,
    configured: true,
    builtIn: user.builtIn,
  }
}
