import { connect } from 'node:net'

/**
 * Sends prepared bodies over kept-open connections until the time is over. It writes requests and reads answers on
 * bare sockets: on the same two cores, a full HTTP client costs more than the measured servers.
 * @param {{ url: string, key?: string, connections: number, ms: number, next: () => Buffer, check?: (answer: string)
 * => void, pause?: number }} load `pause`: milliseconds between two requests of a connection
 * @returns {Promise<{ requests: number, seconds: number, times: number[] }>} times in milliseconds
 */
export async function sendFor(load) {
  const { hostname, port, pathname } = new URL(load.url)
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    ...(load.key ? [`X-Api-Key: ${load.key}`] : []),
    'Content-Length: ',
  ].join('\r\n')
  const times = []
  const started = performance.now()
  const until = started + load.ms
  const track = async () => {
    const socket = await open(hostname, Number(port))
    while (performance.now() < until) {
      const body = load.next()
      const before = performance.now()
      const answer = await ask(socket, `${head}${body.length}\r\n\r\n`, body)
      times.push(performance.now() - before)
      load.check?.(answer)
      const rest = before + (load.pause ?? 0) - performance.now()
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: load.connections }, track))
  return { requests: times.length, seconds: (performance.now() - started) / 1000, times }
}

const open = (host, port) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

/** Sends one request and returns its answer's body; every server of the bench sends a Content-Length. */
function ask(socket, head, body) {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (settle, value) => {
      socket.off('data', onData)
      socket.off('close', onClose)
      settle(value)
    }
    const onClose = () => end(reject, new Error('the server closed the connection'))
    const onData = (piece) => {
      text += piece.latin1Slice()
      const split = text.indexOf('\r\n\r\n')
      if (split < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
      if (text.length - split - 4 < length) return
      const answer = text.slice(split + 4)
      if (text.startsWith('HTTP/1.1 200 ')) end(resolve, answer)
      else end(reject, new Error(text.slice(0, 500)))
    }
    socket.on('data', onData)
    socket.on('close', onClose)
    socket.cork()
    socket.write(head)
    socket.write(body)
    socket.uncork()
  })
}

/** Repeats work on several tracks until the time is over; returns the number of repetitions and the seconds. */
export async function repeatFor(tracks, ms, work) {
  const started = performance.now()
  let done = 0
  const repeat = async () => {
    while (performance.now() - started < ms) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: tracks }, repeat))
  return { done, seconds: (performance.now() - started) / 1000 }
}

/** Returns the median. */
export const median = (values) => percentile(values, 0.5)

/** Returns the value that a share of the others is below. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
