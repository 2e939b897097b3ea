import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

export interface PostAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Maximum size of a response; the endpoints answer with counts and a few errors. */
const MAX_ANSWER_LENGTH = 4_000_000

const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: 4 })
const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: 4 })

function collect(
  response: IncomingMessage,
  resolve: (answer: PostAnswer) => void,
  reject: (error: Error) => void,
) {
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    if (text.length > MAX_ANSWER_LENGTH) response.destroy(new Error('The answer is too long'))
  })
  response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
  response.on('error', reject)
}

/**
 * Makes a POST request over a connection that stays open. Node's fetch would do the same, but needs 13 MB more than
 * the simulator's memory limit allows.
 */
export function keepAlivePost(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<PostAnswer> {
  const secure = url.startsWith('https:')
  const send = secure ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        agent: secure ? httpsAgent : httpAgent,
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        timeout: timeoutMs,
      },
      (response) => collect(response, resolve, reject),
    )
    request.on('timeout', () => request.destroy(new Error(`No answer within ${timeoutMs} ms`)))
    request.on('error', reject)
    request.end(body)
  })
}
