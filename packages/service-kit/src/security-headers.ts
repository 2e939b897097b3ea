import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

const setSecurityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
})

/**
 * The security headers of every answer, as helmet writes them. They depend on nothing that a request holds, so helmet is
 * asked once, at the start, instead of running its dozen steps for every request.
 * @throws Error when helmet does not answer at once
 */
export function securityHeaders(): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = []
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.setHeader = (name, value) => {
    headers.push([name, String(value)])
    return response
  }
  let ready = false
  setSecurityHeaders(response.req, response, (error) => {
    ready = error === undefined
  })
  if (!ready || headers.length === 0) throw new Error('the security headers could not be made')
  return headers
}
