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
 * Returns the security headers of every answer, as helmet writes them. They do not depend on the request, so helmet
 * runs once at the start, instead of a dozen steps for each request.
 * @throws Error when helmet does not answer synchronously
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
