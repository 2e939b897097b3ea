import { expect, test } from 'vitest'
import { knownPage, PAGES, pageAllows } from './pages.ts'
import { routes } from './routes.ts'

test.each([
  [['/devices'], 'devices', true],
  [['devices'], '/devices', true],
  [['/asset-detail'], '/asset-detail;type=Equipment;id=1', true],
  [['/view-map'], 'view-map/12', true],
  [['/geofence-alert'], 'geofence-alerts', true],
  [['/geofence-alerts'], 'geofence-alert', true],
  [['/devices'], 'assetlist', false],
  [[], 'devices', false],
  [['', '/'], 'devices', false],
  [['/devices'], '', false],
])('of the routes %j the page %s: %s', (allowed, page, expected) => {
  expect(pageAllows(allowed, page)).toBe(expected)
})

test.each([
  ['/devices', '/devices'],
  ['devices', 'devices'],
  ['/report/dwell', '/report/dwell'],
  ['/login', '/login'],
  ['/asset-detail/Patient/J. Doe', '/asset-detail'],
  ['/asset-detail;id=PT-1', '/asset-detail'],
  ['devices?search=doe', 'devices'],
  ['/devices of J. Doe', undefined],
  ['J. Doe', undefined],
  ['__proto__', undefined],
  ['', undefined],
])('of the page that a client claims, %j, %j is recorded', (claimed, recorded) => {
  expect(knownPage(claimed)).toBe(recorded)
})

test('every page that allows a call can be granted', () => {
  const opening = Object.values(routes).flatMap(({ access }) =>
    access.kind === 'pages' ? [...access.pages] : [],
  )
  expect(opening.length).toBeGreaterThan(0)
  expect(opening.filter((page) => !PAGES.includes(page))).toEqual([])
})

test('containment only adds the two pairs of the specification', () => {
  const pairs = PAGES.flatMap((page) =>
    PAGES.filter((otherPage) => page < otherPage && pageAllows([page], otherPage)).map(
      (otherPage) => `${page} ${otherPage}`,
    ),
  )
  expect(pairs.sort()).toEqual(['generate-report generate-report-form', 'geofence-alert geofence-alerts'])
})
