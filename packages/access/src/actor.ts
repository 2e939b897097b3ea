import type { AccountSetupStep, Scope } from '@wardtrack/contracts'

/** A person, by a live session; rights are as they stood when the request came in. */
export type SessionActor = {
  kind: 'session'
  userId: string
  username: string
  sessionId: string
  /** the allowed routes with their leading slash, sorted and distinct */
  allowedRoutes: string[]
  patientDataAccess: boolean
  configured: boolean
  builtIn: boolean
  /** what the person has to do first: until then the session opens nothing else */
  setup?: AccountSetupStep
}

/** A system that pushes data, by an ingestion key. */
export type KeyActor = {
  kind: 'key'
  keyId: string
  name: string
  keyKind: 'provider' | 'integration'
  /** lower case; the default of items that name none */
  provider?: string
  scopes: readonly Scope[]
}

/** Nobody was asked (public calls). */
export type PublicActor = { kind: 'public' }

/** Who makes a request. It goes into every read and write, so that the patient rule cannot be forgotten. */
export type Actor = SessionActor | KeyActor | PublicActor

/** The session behind an actor of a call that only sessions may make. @throws Error when the call's access is wrong */
export function sessionOf(actor: Actor): SessionActor {
  if (actor.kind !== 'session') throw new Error('a call that needs a session was opened to others')
  return actor
}

/** The key behind an actor of a call that only keys may make. @throws Error when the call's access is wrong */
export function keyOf(actor: Actor): KeyActor {
  if (actor.kind !== 'key') throw new Error('a call that needs a key was opened to others')
  return actor
}
