import { expect, test } from 'vitest'
import { accessMatrix } from './access-matrix.mjs'

const route = (access, more = {}) => ({ service: 'api', method: 'GET', path: '/things', access, ...more })

test('lists each call under its service with its permitted callers', () => {
  const page = accessMatrix(
    {
      things: { route: route({ kind: 'pages', pages: ['devices', 'users'] }), patient: true },
      rows: {
        route: route({ kind: 'pages', pages: ['left', 'right'] }, { path: '/rows/{side}' }),
        shapes: { variants: { param: 'side', of: { left: { pages: ['left'] } } } },
      },
      health: { route: route({ kind: 'public' }, { service: 'root', path: '/health' }) },
      push: { route: route({ kind: 'key', scope: 'status' }, { method: 'POST' }) },
      mine: { route: route({ kind: 'session' }, { openDuringSetup: ['password'] }) },
    },
    { api: '/api', root: '' },
  )
  expect(page.split('\n').filter((line) => /^(?:## |\| \w+ \| `)/.test(line))).toEqual([
    '## api',
    '| things | `GET /api/things` | pages: devices, users | yes |  |',
    '| rows | `GET /api/rows/{side}` | each {side}: its page among left, right |  |  |',
    '| push | `POST /api/things` | a key: status |  |  |',
    '| mine | `GET /api/things` | a session |  | password |',
    '## root',
    '| health | `GET /health` | everybody |  |  |',
  ])
})
