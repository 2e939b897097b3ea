import { type Call, calls, DEFAULT_BASES, type RouteSpec } from '@wardtrack/contracts'
import type { Headers, TestApp } from '@wardtrack/test-kit'
import request, { type Test } from 'supertest'

/** Every call by its operation id. */
export const declared = Object.entries(calls) as [string, Call][]
/** Every address of every call, with a sample value for each parameter. */
export const addresses = declared.flatMap(([name, call]) =>
  pathsOf(call.route).map((path) => ({ name, call, path })),
)
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]

function pathsOf({ service, path, aliases = [] }: RouteSpec): string[] {
  return [DEFAULT_BASES[service] + path, ...aliases].map((entry) =>
    entry.replaceAll(/\{\+?\w+\}/g, 'some-id'),
  )
}

/** Requests an address without a body. */
export const ask = ({ app }: TestApp, method: Method, path: string, headers: Headers = {}): Test =>
  request(app)[method.toLowerCase() as 'get'](path).set(headers)

/** Makes a call with an empty body and returns the status; a stream is closed as soon as it has begun. */
export async function statusOf(
  app: TestApp,
  { route }: Call,
  path: string,
  headers: Headers = {},
): Promise<number> {
  const pending = ask(app, route.method, path, headers)
  if (route.method !== 'GET') return (await pending.send({})).status
  return (
    await pending.buffer(false).parse((response, done) => {
      ;(response as unknown as { destroy(): void }).destroy()
      done(null, undefined)
    })
  ).status
}
