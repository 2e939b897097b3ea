import type { AccountSetupStep, Scope } from '@wardtrack/contracts'

/** A person with a live session; the rights are those at the time of the request. */
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
  /** the step that the person must complete first; until then the session gives no other access */
  setup?: AccountSetupStep
}

/** A system that pushes data, by an ingestion key. */
export type KeyActor = {
  kind: 'key'
  keyId: string
  name: string
  keyKind: 'provider' | 'integration'
  /** lower case; the default for items without a provider */
  provider?: string
  scopes: readonly Scope[]
}

/** The caller of a public call, who is not authenticated. */
export type PublicActor = { kind: 'public' }

/** The caller of a request. Every read and write takes the actor, so that no code can forget the patient rule. */
export type Actor = SessionActor | KeyActor | PublicActor

/**
 * Returns the session of an actor, for calls that only sessions may make.
 * @throws Error when the call's access is wrong
 */
export function sessionOf(actor: Actor): SessionActor {
  if (actor.kind !== 'session') throw new Error('a call that needs a session was opened to others')
  return actor
}

/**
 * Returns the key of an actor, for calls that only keys may make.
 * @throws Error when the call's access is wrong
 */
export function keyOf(actor: Actor): KeyActor {
  if (actor.kind !== 'key') throw new Error('a call that needs a key was opened to others')
  return actor
}
