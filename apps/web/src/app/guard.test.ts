import { PAGES } from '@wardtrack/contracts/pages'
import { describe, expect, it } from 'vitest'
import { translate } from '../lib/i18n/i18n.ts'
import { guardDecision } from './guard.tsx'
import { mayOpen, menuFor } from './menu/menu-entries.ts'
import { ROUTES, routeOf } from './routes.ts'
import { filesChanged } from './shell/shell.tsx'

const access = (allowedRoutes: string[], configured = true) => ({
  configured,
  allowedRoutes,
  patientDataAccess: false,
})

describe('the route guard', () => {
  it('redirects to login without a session, even if the allowed routes are known', () => {
    expect(guardDecision('devices', false, access(['/devices']))).toEqual({ to: '/login' })
  })

  it('needs only a session for pages that the specification does not guard', () => {
    expect(guardDecision(undefined, false, undefined)).toEqual({ to: '/login' })
    expect(guardDecision(undefined, true, undefined)).toEqual({ open: true })
  })

  it('waits until the allowed routes are known', () => {
    expect(guardDecision('devices', true, undefined)).toEqual({ wait: true })
  })

  it('opens only privilege-settings while the system is not configured', () => {
    expect(guardDecision('devices', true, access(['/devices'], false))).toEqual({ to: '/privilege-settings' })
    expect(guardDecision('privilege-settings', true, access([], false))).toEqual({ open: true })
  })

  it('matches by containment in either direction and refuses other pages', () => {
    expect(guardDecision('geofence-alert', true, access(['/geofence-alerts']))).toEqual({ open: true })
    expect(guardDecision('geofence-alerts', true, access(['/geofence-alert']))).toEqual({ open: true })
    expect(guardDecision('devices', true, access(['/error-logs']))).toEqual({ to: '/accessdenied' })
  })
})

describe('the routes', () => {
  it('contain every page that a privilege can grant', () => {
    const known = new Set(ROUTES.map(({ page }) => page))
    expect(PAGES.filter((page) => !known.has(page))).toEqual([])
  })

  it('find a page by its path, with parameters and matrix parameters', () => {
    expect(routeOf('/asset-detail;type=Equipment;id=1')?.page).toBe('asset-detail')
    expect(routeOf('/device-detail/IP-1')?.page).toBe('device-detail')
    expect(routeOf('/report/wifi-heat')?.titleKey).toBe('wifi-heat')
    expect(routeOf('/geofence-alert/42')?.titleKey).toBe('geofence-alert')
    expect(routeOf('/device-detail/')).toBeUndefined()
    expect(routeOf('/nowhere')).toBeUndefined()
  })

  it('leave pages open that the specification does not guard', () => {
    const open = ROUTES.filter(({ guarded }) => guarded !== true).map(({ page }) => page)
    expect(open).toEqual(
      expect.arrayContaining(['profile', 'assetlist', 'custom-tags', 'map-marking', 'access-denied']),
    )
    expect(open).not.toContain('devices')
  })
})

describe('the menu', () => {
  it('lists only pages that the user may open', () => {
    const labels = menuFor(access(['/devices'])).flatMap(({ entries }) =>
      entries.map(({ label }) => translate(`shell:${label}`)),
    )
    expect(labels).toEqual(['Devices'])
    expect(menuFor(undefined)).toEqual([])
    expect(mayOpen('scaling-option', access(['/scaling-option']))).toBe(true)
    expect(mayOpen('scaling-option', access(['/devices']))).toBe(false)
  })
})

describe('the stored-file count', () => {
  it('reloads files when it changes, but not at first and never for -1', () => {
    expect(filesChanged(undefined, 5)).toBe(false)
    expect(filesChanged(5, 5)).toBe(false)
    expect(filesChanged(5, 6)).toBe(true)
    expect(filesChanged(5, -1)).toBe(false)
  })
})
