import { expect, test, vi } from 'vitest'
import { addressOf, CallError, ConnectionError, createClient } from './client.ts'

const answering = (status: number, body: string, headers = {}) =>
  vi.fn<typeof fetch>(async () => new Response(body, { status, headers }))

test('an address contains escaped parameters and the query, without empty members', () => {
  expect(addressOf('getMap', { params: { mapId: 'a b/c' } })).toBe('/location/api/location.getMap/a%20b%2Fc')
  expect(addressOf('image', { params: { path: 'Maps/a b.jpg' } })).toBe('/var/uploads/images/Maps/a%20b.jpg')
  expect(addressOf('assetsFilter', { query: { page: 2, pagesize: undefined } })).toBe(
    '/api/assets.filter?page=2',
  )
  expect(addressOf('verify', {}, { api: 'http://host/api' })).toBe('http://host/api/user/verify')
})

test('a call sends JSON with the current headers and returns the response', async () => {
  const send = answering(200, '{"config":1}')
  let token = 'one'
  const client = createClient({ fetch: send, headers: () => ({ authorization: token }) })
  token = 'two'
  expect(await client.call('isConfigured')).toEqual({ config: 1 })
  expect(send.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', headers: { authorization: 'two' } })
  await client.call('logout', { body: {} })
  expect(send.mock.calls[1]?.[1]).toMatchObject({
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
})

test('a refusal is an error with its code, status and details', async () => {
  const body = {
    err: 1,
    code: 'validation',
    message: 'No.',
    errors: [{ path: 'a', message: 'No.' }],
    requestId: 'r',
  }
  const client = createClient({ fetch: answering(400, JSON.stringify(body)) })
  const error = await client.call('isConfigured').catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({
    status: 400,
    code: 'validation',
    message: 'No.',
    requestId: 'r',
    errors: body.errors,
  })
})

test('a missing or foreign response is a lost connection; an abort stays an abort', async () => {
  const unreached = createClient({ fetch: vi.fn<typeof fetch>().mockRejectedValue(new TypeError('failed')) })
  await expect(unreached.call('isConfigured')).rejects.toBeInstanceOf(ConnectionError)
  for (const [status, text] of [
    [502, '<html>'],
    [200, 'no json'],
    [500, '"text"'],
  ] as const)
    await expect(
      createClient({ fetch: answering(status, text) }).call('isConfigured'),
    ).rejects.toBeInstanceOf(ConnectionError)
  const aborted = new DOMException('gone', 'AbortError')
  const client = createClient({ fetch: vi.fn<typeof fetch>().mockRejectedValue(aborted) })
  await expect(client.call('isConfigured')).rejects.toBe(aborted)
})
