// A small proxy in front of several processes. Requests go to the processes of their base address in turn, and
// streams are passed on as they arrive. An unreachable process is skipped; a request that was accepted is never sent
// twice.
import { createReadStream, statSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { extname, join, normalize } from 'node:path'

const MAX_BODY_BYTES = 64 * 1024 * 1024
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/**
 * @param {() => { base: string, port: number }[]} upstreams the running processes and their base addresses
 * @param {string} files folder of the console's files
 */
export function createProxy(upstreams, files) {
  let turn = 0
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://proxy')
    const known = upstreams().filter(({ base }) => pathname === base || pathname.startsWith(`${base}/`))
    if (known.length === 0) return sendFile(files, pathname, response)
    // Several bases may match, such as `/api` and a longer one: the longest match counts.
    const longest = Math.max(...known.map(({ base }) => base.length))
    const candidates = known.filter(({ base }) => base.length === longest)
    turn += 1
    const inTurn = candidates.map((_, index) => candidates[(turn + index) % candidates.length])
    readBody(request)
      .then((body) => pass(request, response, body, inTurn))
      .catch(() => response.writeHead(413).end())
  })
  server.requestTimeout = 0
  return server
}

/** @returns {Promise<Buffer>} */
function readBody(request) {
  return new Promise((resolve, reject) => {
    const chunks = []
    let length = 0
    request.on('data', (chunk) => {
      length += chunk.length
      if (length > MAX_BODY_BYTES) reject(new Error('too long'))
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

function pass(request, response, body, [upstream, ...others]) {
  if (!upstream) return response.writeHead(502).end('No process answers.')
  const { method, url, headers, socket } = request
  const outgoing = send({
    host: '127.0.0.1',
    port: upstream.port,
    method,
    path: url,
    headers: { ...headers, 'x-forwarded-for': socket.remoteAddress, 'content-length': body.length },
  })
  outgoing.on('response', (incoming) => {
    response.writeHead(incoming.statusCode, incoming.headers)
    incoming.pipe(response)
    // A process that dies during an answer breaks the connection: half an answer must not look whole.
    incoming.on('aborted', () => response.destroy())
  })
  outgoing.on('error', (error) => {
    if (response.headersSent) return response.destroy()
    if (error.code === 'ECONNREFUSED') return pass(request, response, body, others)
    response.writeHead(502).end('The process ended.')
  })
  response.on('close', () => outgoing.destroy())
  outgoing.end(body)
}

function sendFile(files, pathname, response) {
  const path = join(files, normalize(pathname === '/' ? '/index.html' : pathname))
  const found = path.startsWith(files) && statSync(path, { throwIfNoEntry: false })?.isFile()
  if (!found) return response.writeHead(404).end('Not found')
  response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
  createReadStream(path).pipe(response)
}
