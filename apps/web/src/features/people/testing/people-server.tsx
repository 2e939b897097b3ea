import { render } from '@testing-library/react'
import type { User } from '@wardtrack/contracts'
import { RouterProvider } from 'react-router'
import { createConsoleRouter } from '../../../app/router.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { session } from '../../../lib/session/index.ts'
import { fakeServer, liveBody } from '../../../testing/fake-server.ts'

/** Creates a user as in a response of the server. */
export const sampleUser = (more: Partial<User> = {}): User => ({
  _id: 'u-1',
  username: 'm.okafor',
  displayName: 'Mary Okafor',
  email: '',
  privileges: ['May See Equipment'],
  patientDataAccess: true,
  locked: false,
  builtIn: false,
  createdAt: '2026-11-02T08:00:00.000Z',
  mustChangePassword: false,
  passwordExpired: false,
  secondFactor: { active: false, required: false, missing: false },
  revision: 'r-1',
  ...more,
})

/** Creates a server with users, signed in as the administrator `a.admin`. */
export function peopleServer(users: User[], more: Parameters<typeof fakeServer>[0] = {}) {
  queryClient.clear()
  localStorage.clear()
  session.start({ AccessToken: 'token', userName: 'a.admin', sessionId: 's-1' })
  const live = liveBody()
  return fakeServer({
    '/api/live': () => live.response(),
    '/api/config/isConfigured': () => ({ config: 1 }),
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes: ['/admin-config', '/devices'] }),
    '/api/user/patientDataAccess': () => ({ patientDataAccess: true }),
    '/api/user/profile': () => ({
      data: {
        username: 'a.admin',
        displayName: '',
        secondFactor: { active: false, required: false, recoveryCodesLeft: 0 },
        preferences: {},
      },
    }),
    '/assets/lang/en-GB.json': () => ({ pages: {} }),
    '/api/privilege/getPrivileges': () => ({
      privilegeList: [
        { privilegeName: 'May See Equipment', routes: ['/devices'] },
        { privilegeName: 'May Administer', routes: ['/privilege-settings'] },
      ],
    }),
    '/api/patientDataGrants': () => ({ data: [], mayAcknowledge: true }),
    '/api/users': ({ query, body }) => {
      if (body) return { err: 0, message: 'User created.', data: { ...sampleUser(), ...body } }
      const asking = users.filter(({ passwordRequest }) => passwordRequest)
      const shown = query.get('asking') ? asking : users
      const found = shown.filter(({ username }) => username.includes(query.get('search') ?? ''))
      return { data: found, count: found.length, asking: asking.length, mayGivePatientData: true }
    },
    ...more,
  })
}

/** Opens a page of the console. */
export function openAt(path: string): void {
  window.location.hash = path
  render(<RouterProvider router={createConsoleRouter()} />)
}
