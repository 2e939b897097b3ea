import { afterEach, expect, it } from 'vitest'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { saveLanes } from './seed-lanes.ts'
import { createSessionClient } from './session-client.ts'

let server: FakeServer | undefined
afterEach(() => server?.close())

const lanes = [
  {
    points: [
      { x: 0, y: 0 },
      { x: 5, y: 0 },
    ],
  },
]
const maps = ['m-1', 'm-2', 'm-3'].map((mapId) => ({ mapId, lanes, stops: [] }))
const PATH = '/location/api/hierarchy/mapLanes/'

it('saves the lanes of maps without saved lanes, and leaves the others unchanged', async () => {
  const revisions = new Map([
    [`${PATH}m-1`, '0'],
    [`${PATH}m-2`, 'drawn by somebody'],
  ])
  server = await startFakeServer(({ method, path }) => {
    if (method === 'POST') return undefined
    const revision = revisions.get(path)
    return revision === undefined ? { status: 404 } : { status: 200, body: { data: { revision } } }
  })
  const problems: string[] = []
  const counts = await saveLanes(createSessionClient(server.url, 'token'), maps, problems)
  expect([counts, problems]).toEqual([{ saved: 1, skipped: 2 }, []])
  const sent = server.received.filter(({ method }) => method === 'POST')
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    [`${PATH}m-1`, { lanes, stops: [], revision: '0' }],
  ])
})
