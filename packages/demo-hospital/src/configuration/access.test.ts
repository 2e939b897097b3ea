import { PAGES } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { PRIVILEGES, USERS } from './access.ts'

const routesOf = (username: string) => {
  const user = USERS.find((candidate) => candidate.username === username)
  return new Set(
    PRIVILEGES.filter((privilege) => user?.privileges.includes(privilege.privilegeName)).flatMap(
      (privilege) => privilege.routes,
    ),
  )
}

describe('privileges of the demo', () => {
  it('begin with May and have routes with a leading slash, each once', () => {
    expect(PRIVILEGES).toHaveLength(4)
    for (const { privilegeName, description, routes } of PRIVILEGES) {
      expect(privilegeName).toMatch(/^May /)
      expect(description.length).toBeGreaterThanOrEqual(3)
      expect(new Set(routes).size).toBe(routes.length)
      for (const route of routes) expect(PAGES).toContain(route.replace(/^\//, ''))
    }
  })

  it('allow the engineer maps and imports but no settings, and nurses neither', () => {
    expect(routesOf('r.varga').has('/device-import')).toBe(true)
    expect(routesOf('r.varga').has('/geofencing')).toBe(true)
    expect(routesOf('r.varga').has('/admin-config')).toBe(false)
    expect(routesOf('t.brandt').has('/devices')).toBe(true)
    expect(routesOf('t.brandt').has('/device-import')).toBe(false)
    expect(routesOf('c.administrator').has('/privilege-settings')).toBe(true)
  })

  it('give each user existing privileges, and patient data to two of the four', () => {
    const names = new Set(PRIVILEGES.map((privilege) => privilege.privilegeName))
    for (const user of USERS) for (const name of user.privileges) expect(names.has(name)).toBe(true)
    expect(USERS.map((user) => user.patientDataAccess)).toEqual([true, true, false, false])
  })
})
