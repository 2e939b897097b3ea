import { beforeEach, describe, expect, it } from 'vitest'
import { fakeServer, refusal } from '../testing/fake-server.ts'
import { fakeUploads } from '../testing/fake-upload.ts'
import { apiWithProgress, onUnauthenticated } from './api.ts'

const body = { hierarchyId: 'n1', imgData: { img: 'AAAA', fileName: 'plan.png' } }
const path = '/location/api/hierarchy/map.uploadMap'

describe('an upload', () => {
  beforeEach(() => {
    localStorage.setItem('AccessToken', 'tok_1')
    localStorage.setItem('userName', 'm.okafor')
    localStorage.setItem('sessionId', 's-1')
  })

  it('carries the headers of every request, reports progress and stores a rotated token', async () => {
    const server = fakeServer({
      [path]: () => Response.json({ err: 0, status: 200 }, { headers: { TokenChanged: 'tok_2_tok_1' } }),
    })
    const uploads = fakeUploads()
    const parts: number[] = []
    const answer = apiWithProgress((part) => parts.push(part)).call('uploadMap', { body })
    uploads[0]?.progress(0.25)
    uploads[0]?.progress(1)
    await uploads[0]?.arrive()
    expect(await answer).toEqual({ err: 0, status: 200 })
    expect(parts).toEqual([0.25, 1])
    const [request] = server.to(path)
    expect(request?.body).toEqual(body)
    expect(request?.headers.get('authorization')).toBe('Bearer tok_1')
    expect(request?.headers.get('sessionId')).toBe('s-1')
    expect(localStorage.getItem('AccessToken')).toBe('tok_2')
  })

  it('rejects with the error body, and reports a 401', async () => {
    fakeServer({ [path]: () => refusal(401, 'unauthenticated', 'Please sign in.') })
    const uploads = fakeUploads()
    let ended = 0
    const leave = onUnauthenticated(() => {
      ended += 1
    })
    const answer = apiWithProgress(() => {}).call('uploadMap', { body })
    const refused = answer.catch((cause: unknown) => cause)
    await uploads[0]?.arrive()
    expect(await refused).toMatchObject({ status: 401, message: 'Please sign in.' })
    leave()
    expect(ended).toBe(1)
  })

  it('rejects if the server was not reached, and stops when aborted', async () => {
    fakeServer({})
    const uploads = fakeUploads()
    const lost = apiWithProgress(() => {}).call('uploadMap', { body })
    uploads[0]?.lose()
    await expect(lost).rejects.toMatchObject({ name: 'ConnectionError' })
    const stop = new AbortController()
    const stopped = apiWithProgress(() => {}).call('uploadMap', { body, signal: stop.signal })
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })
})
