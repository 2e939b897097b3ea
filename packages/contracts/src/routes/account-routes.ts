import { ANY_SETUP_STEP, open, pages, type RouteSpec, session } from './route-spec.ts'

const ownAccount = { service: 'api', access: session, openUnconfigured: true } as const
/** Addresses of the calls about the user's own account: profile, sessions, second factor. */
export const accountRoutes = {
  ownProfile: { ...ownAccount, method: 'GET', path: '/user/profile', openDuringSetup: ANY_SETUP_STEP },
  savePreferences: { ...ownAccount, method: 'POST', path: '/user/preferences' },
  ownSessions: { ...ownAccount, method: 'GET', path: '/user/sessions' },
  endOtherSessions: { ...ownAccount, method: 'POST', path: '/user/sessions/endOthers' },
  endOwnSession: { ...ownAccount, method: 'DELETE', path: '/user/sessions/{id}' },
  startSecondFactor: {
    ...ownAccount,
    method: 'POST',
    path: '/user/secondFactor/start',
    openDuringSetup: ['second-factor'],
  },
  confirmSecondFactor: {
    ...ownAccount,
    method: 'POST',
    path: '/user/secondFactor/confirm',
    openDuringSetup: ['second-factor'],
  },
  renewRecoveryCodes: { ...ownAccount, method: 'POST', path: '/user/secondFactor/recoveryCodes' },
  removeSecondFactor: { ...ownAccount, method: 'POST', path: '/user/secondFactor/remove' },
  requestPassword: { service: 'api', method: 'POST', path: '/user/passwordRequest', access: open },
} as const satisfies Record<string, RouteSpec>

const people = { service: 'api', access: pages(['admin-config']) } as const
/** Addresses of the calls for administrators about users. */
export const peopleRoutes = {
  users: { ...people, method: 'GET', path: '/users' },
  user: { ...people, method: 'GET', path: '/users/{id}' },
  createUser: { ...people, method: 'POST', path: '/users' },
  changeUser: { ...people, method: 'PATCH', path: '/users/{id}' },
  setUserPassword: { ...people, method: 'POST', path: '/users/{id}/password' },
  endUserSessions: { ...people, method: 'POST', path: '/users/{id}/endSessions' },
  resetSecondFactor: { ...people, method: 'POST', path: '/users/{id}/resetSecondFactor' },
  patientDataGrants: { ...people, method: 'GET', path: '/patientDataGrants' },
  acknowledgePatientDataGrant: { ...people, method: 'POST', path: '/users/{id}/acknowledgePatientData' },
  dismissPasswordRequest: { ...people, method: 'POST', path: '/users/{id}/dismissPasswordRequest' },
} as const satisfies Record<string, RouteSpec>
