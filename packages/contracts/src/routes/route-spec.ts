/** Kinds of items that an ingestion key may push. */
export const SCOPES = ['assets', 'associations', 'hierarchies', 'locations', 'device-status'] as const
/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number]

/** Access rule of a call. */
export type Access =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'pages'; pages: readonly string[] }
  | { kind: 'key'; scope: Scope }

/** Step that a user must complete before a session allows other calls: choose a password, set up a second factor. */
export type AccountSetupStep = 'password' | 'second-factor'

/** Service that answers a call; `root` is for a path without a base. */
export type Service = 'api' | 'location' | 'status' | 'root'

/** Address and access rule of one call without schemas, so that the browser can load the table without zod. */
export type RouteSpec = {
  service: Service
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** relative to the service's base; `{name}` is a parameter, `{+name}` one that may contain slashes */
  path: string
  access: Access
  /** further whole paths of the call */
  aliases?: readonly string[]
  /** further methods of the call, at each of its paths */
  aliasMethods?: readonly RouteSpec['method'][]
  /** true if the first account may make this call while the system is not configured */
  openUnconfigured?: true
  /** steps during which a session may already make this call */
  openDuringSetup?: readonly AccountSetupStep[]
  /** true for calls outside the OpenAPI document: raw files and the documentation page */
  undocumented?: true
}

/** All steps, for calls that are always allowed. */
export const ANY_SETUP_STEP: readonly AccountSetupStep[] = ['password', 'second-factor']

/** Access without a session. */
export const open: Access = { kind: 'public' }
/** Access with any session. */
export const session: Access = { kind: 'session' }
/** Access with a session that may open one of the pages. */
export const pages = (...sets: readonly (readonly string[])[]): Access => ({
  kind: 'pages',
  pages: [...new Set(sets.flat())],
})
/** Access with an ingestion key that has the scope. */
export const key = (scope: Scope): Access => ({ kind: 'key', scope })
