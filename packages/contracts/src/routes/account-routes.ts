import { ANY_SETUP_STEP, open, type RouteSpec, session } from './route-spec.ts'

const own = { service: 'api', access: session, openUnconfigured: true } as const
/** Addresses of the calls about one's own account: profile, sessions, second factor. */
export const accountRoutes = {
  ownProfile: { ...own, method: 'GET', path: '/user/profile', openDuringSetup: ANY_SETUP_STEP },
  savePreferences: { ...own, method: 'POST', path: '/user/preferences' },
  ownSessions: { ...own, method: 'GET', path: '/user/sessions' },
  endOtherSessions: { ...own, method: 'POST', path: '/user/sessions/endOthers' },
  endOwnSession: { ...own, method: 'DELETE', path: '/user/sessions/{id}' },
  startSecondFactor: {
    ...own,
    method: 'POST',
    path: '/user/secondFactor/start',
    openDuringSetup: ['second-factor'],
  },
  confirmSecondFactor: {
    ...own,
    method: 'POST',
    path: '/user/secondFactor/confirm',
    openDuringSetup: ['second-factor'],
  },
  renewRecoveryCodes: { ...own, method: 'POST', path: '/user/secondFactor/recoveryCodes' },
  removeSecondFactor: { ...own, method: 'POST', path: '/user/secondFactor/remove' },
  requestPassword: { service: 'api', method: 'POST', path: '/user/passwordRequest', access: open },
} as const satisfies Record<string, RouteSpec>
