import type { Database, UserDoc } from '@wardtrack/database'
import type { SessionActor } from './actor.ts'
import { routesOf } from './rights.ts'

/**
 * A person as the actor of work that goes on without a session, with the rights that they have now: of a report that is
 * made at night, or a job that reads on.
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
