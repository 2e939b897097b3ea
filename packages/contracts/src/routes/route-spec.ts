/** What an ingestion key may push. */
export const SCOPES = ['assets', 'associations', 'hierarchies', 'locations', 'device-status'] as const
/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number]

/** Who may make a call. */
export type Access =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'pages'; pages: readonly string[] }
  | { kind: 'key'; scope: Scope }

/** What a person has to do before a session opens anything else: choose a password, set up a second factor. */
export type AccountSetupStep = 'password' | 'second-factor'

/** The service that answers a call; `root` stands for a path without a base. */
export type Service = 'api' | 'location' | 'status' | 'root'

/** Address and access of one call, without its shapes, so that the browser can hold the table without zod. */
export type RouteSpec = {
  service: Service
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** relative to the service's base; `{name}` is a parameter, `{+name}` one that may hold slashes */
  path: string
  access: Access
  /** whole paths under which the same call answers too */
  aliases?: readonly string[]
  /** further methods by which the same call answers, at each of its paths */
  aliasMethods?: readonly RouteSpec['method'][]
  /** the first account may make this call while the system is not configured */
  openUnconfigured?: true
  /** a session that still has one of these steps to do may make this call, and no others */
  openDuringSetup?: readonly AccountSetupStep[]
  /** left out of the OpenAPI document: raw files and the page that shows the document */
  undocumented?: true
}

/** Every step: for what a session may do whatever is still to be done. */
export const ANY_SETUP_STEP: readonly AccountSetupStep[] = ['password', 'second-factor']

/** Nobody is asked. */
export const open: Access = { kind: 'public' }
/** Any session. */
export const session: Access = { kind: 'session' }
/** A session that may open one of the pages. */
export const pages = (...sets: readonly (readonly string[])[]): Access => ({
  kind: 'pages',
  pages: [...new Set(sets.flat())],
})
/** An ingestion key with the scope. */
export const key = (scope: Scope): Access => ({ kind: 'key', scope })
