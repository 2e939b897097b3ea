import { pages, type RouteSpec } from './route-spec.ts'

const people = { service: 'api', access: pages(['admin-config']) } as const
/** Addresses of the calls by which administrators manage people. */
export const peopleRoutes = {
  users: { ...people, method: 'GET', path: '/users' },
  user: { ...people, method: 'GET', path: '/users/{id}' },
  createUser: { ...people, method: 'POST', path: '/users' },
  changeUser: { ...people, method: 'PATCH', path: '/users/{id}' },
  setUserPassword: { ...people, method: 'POST', path: '/users/{id}/password' },
  endUserSessions: { ...people, method: 'POST', path: '/users/{id}/endSessions' },
  resetSecondFactor: { ...people, method: 'POST', path: '/users/{id}/resetSecondFactor' },
  dismissPasswordRequest: { ...people, method: 'POST', path: '/users/{id}/dismissPasswordRequest' },
} as const satisfies Record<string, RouteSpec>
