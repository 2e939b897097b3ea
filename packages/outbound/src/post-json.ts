import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Target } from './resolve-target.ts'

/**
 * Sends JSON to a target and gives the status of the answer; redirects are answers like others and are not followed.
 * The connection goes to one of the target's checked addresses: the name is not looked up again.
 * @throws when there is no answer: refused, cut off, aborted
 */
export function postJson(
  { url, addresses }: Target,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const lookupPinned: LookupFunction = (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      // A connection of its own: one that is kept open might be another's by now.
      agent: false,
      lookup: lookupPinned,
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'wardtrack',
      },
    })
    request.on('error', reject)
    request.once('response', (response) => {
      // The status decides. What else the other side has to say is thrown away, for as long as the signal lets it.
      response.on('error', () => undefined)
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.end(body)
  })
}
