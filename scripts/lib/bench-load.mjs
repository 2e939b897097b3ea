import { Agent, request } from 'node:http'

/**
 * Sends prepared bodies over kept-open connections until the time is over.
 * @param {{ url: string, key?: string, connections: number, ms: number, next: () => Buffer,
 *   check?: (answer: string) => void }} load
 * @returns {Promise<{ requests: number, seconds: number, times: number[] }>} times in milliseconds
 */
export async function sendFor(load) {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const times = []
  const until = performance.now() + load.ms
  const started = performance.now()
  const one = async () => {
    while (performance.now() < until) {
      const before = performance.now()
      const answer = await post(agent, load.url, load.next(), load.key)
      times.push(performance.now() - before)
      load.check?.(answer)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, one))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  return { requests: times.length, seconds, times }
}

function post(agent, url, body, key) {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          ...(key ? { 'x-api-key': key } : {}),
        },
      },
      (response) => {
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode === 200) resolve(text)
          else reject(new Error(`status ${response.statusCode}: ${text}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Repeats work on several tracks until the time is over; gives how often it was done, and the seconds. */
export async function repeatFor(tracks, ms, work) {
  const started = performance.now()
  let done = 0
  const one = async () => {
    while (performance.now() - started < ms) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: tracks }, one))
  return { done, seconds: (performance.now() - started) / 1000 }
}

/** The middle value. */
export const median = (values) => percentile(values, 0.5)

/** The value below which a share of the others lies. */
export function percentile(values, share) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
