import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { limitLargeBodies } from './large-bodies.ts'
import { abandonedSignal } from './send-answer.ts'

let server: Server
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Starts a server that answers when the test says so, and reports which requests their callers aborted. */
const startServer = async (maxRequests: number) => {
  const arrived: string[] = []
  const abandoned: string[] = []
  const finish: (() => void)[] = []
  const app = express()
  app.use((request, response, next) => {
    response.locals['caller'] = request.get('x-session')
    next()
  })
  app.post('/:name', limitLargeBodies(maxRequests), (request, response) => {
    const name = String(request.params['name'])
    arrived.push(name)
    abandonedSignal(response).addEventListener('abort', () => abandoned.push(name))
    finish.push(() => void response.end('done'))
  })
  app.use(((error, _request, response, _next) => {
    const { status, retryAfter } = error as ApiError
    response.status(status).setHeader('Retry-After', String(retryAfter))
    response.end()
  }) satisfies express.ErrorRequestHandler)
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { arrived, abandoned, finish, url }
}

it('takes a limited number of requests with large bodies at a time, and others when these end', async () => {
  const { arrived, abandoned, finish, url } = await startServer(2)
  const post = (name: string) => fetch(`${url}/${name}`, { method: 'POST' })
  const first = [post('a'), post('b')]
  await expect.poll(() => arrived.length).toBe(2)
  const refused = await post('c')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  for (const end of finish.splice(0)) end()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  const next = post('d')
  await expect.poll(() => arrived).toContain('d')
  finish[0]?.()
  expect((await next).status).toBe(200)
  expect(arrived).not.toContain('c')
  expect(abandoned).toEqual([])
})

it('takes two requests of one session at a time, and those of others meanwhile', async () => {
  const { arrived, finish, url } = await startServer(8)
  const post = (name: string, session: string) =>
    fetch(`${url}/${name}`, { method: 'POST', headers: { 'x-session': session } })
  const first = [post('a', 'one'), post('b', 'one')]
  await expect.poll(() => arrived.length).toBe(2)
  expect((await post('c', 'one')).status).toBe(429)
  const other = post('d', 'other')
  await expect.poll(() => arrived).toContain('d')
  for (const end of finish.splice(0)) end()
  expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200])
  const next = post('e', 'one')
  await expect.poll(() => arrived).toContain('e')
  finish[0]?.()
  expect((await next).status).toBe(200)
})

it('reports that a caller went away, and frees its place', async () => {
  const { arrived, abandoned, finish, url } = await startServer(1)
  const cut = httpRequest(`${url}/cut`, { method: 'POST' })
  cut.on('error', () => undefined)
  cut.end()
  await expect.poll(() => arrived).toEqual(['cut'])
  cut.destroy()
  await expect.poll(() => abandoned).toEqual(['cut'])
  const next = fetch(`${url}/next`, { method: 'POST' })
  await expect.poll(() => arrived).toEqual(['cut', 'next'])
  finish[1]?.()
  expect((await next).status).toBe(200)
  expect(abandoned).toEqual(['cut'])
})
