// A minimal queueing network: requests arrive at random, pass one station after the other, and wait in line for a
// free server. They are served in order of arrival, so each request can be followed alone, without a calendar of
// events.

/** Maximum number of requests in one simulation. */
export const MAX_REQUESTS = 2_000_000
/** Share of the first requests that do not count, because they meet emptier queues than the others. */
const WARM_UP = 0.1

/**
 * A stage that requests pass.
 * @typedef {object} Station
 * @property {number} lines Parallel queues; each request joins a random one.
 * @property {number} servers Servers of each queue.
 * @property {number} serviceSeconds Average time of service.
 * @property {'exponential' | 'fixed'} [spread] Distribution of that time; exponential when left out.
 */

/**
 * Result of a simulation.
 * @typedef {object} Outcome
 * @property {number} meanSeconds From arrival until after the last station.
 * @property {number} p99Seconds Its 99th percentile.
 * @property {{ busy: number, waited: number, meanWaitSeconds: number }[]} stations Used share
 * of the servers' time, share of requests that had to wait, and average wait of all requests.
 */

/**
 * Simulates requests through stations. The same seed gives the same outcome.
 * @param {{ arrivalsPerSecond: number, requests: number, seed: number, stations: readonly Station[] }} network
 * @returns {Outcome}
 * @throws RangeError for an invalid number, and for a station whose load exceeds its capacity
 */
export function simulateNetwork({ arrivalsPerSecond, requests, seed, stations }) {
  if (!(requests >= 100 && requests <= MAX_REQUESTS))
    throw new RangeError(`A simulation has 100 to ${MAX_REQUESTS} requests`)
  for (const station of stations) checkStation(station, arrivalsPerSecond)
  const random = createRandom(seed)
  const arrived = new Float64Array(requests)
  for (let n = 0, now = 0; n < requests; n += 1)
    arrived[n] = now += exponential(random, 1 / arrivalsPerSecond)
  // A request keeps its number; each station serves requests in the order of their arrival there.
  const order = Uint32Array.from(arrived.keys())
  const leftAt = Float64Array.from(arrived)
  const first = Math.floor(requests * WARM_UP)
  const stationFigures = stations.map((station) => {
    const figures = passStation(station, { order, leftAt, random, first })
    order.sort((a, b) => leftAt[a] - leftAt[b])
    return figures
  })
  const times = leftAt.map((end, n) => end - arrived[n]).subarray(first)
  return { ...summaryOf(times), stations: stationFigures }
}

/**
 * Returns the share of requests that have to wait in an M/M/c queue (Erlang C).
 * @param {number} servers c
 * @param {number} load arrivals a second times seconds of service; less than `servers`
 */
export function shareThatWaits(servers, load) {
  // Erlang's loss formula by recursion, then C = B / (1 - rho (1 - B)): factorials would exceed the range of numbers.
  let blocked = 1
  for (let n = 1; n <= servers; n += 1) blocked = (load * blocked) / (n + load * blocked)
  return blocked / (1 - (load / servers) * (1 - blocked))
}

function checkStation({ lines, servers, serviceSeconds }, arrivalsPerSecond) {
  const isCount = (value) => Number.isInteger(value) && value >= 1
  if (!isCount(lines) || !isCount(servers) || !(serviceSeconds > 0) || !(arrivalsPerSecond > 0))
    throw new RangeError('A station has lines, servers and a time of service')
  if (arrivalsPerSecond * serviceSeconds >= lines * servers)
    throw new RangeError('A station is asked for more than it can do: its line would grow for ever')
}

/** Lets every request pass one station; `leftAt` becomes the time at which each has passed. */
function passStation({ lines, servers, serviceSeconds, spread }, { order, leftAt, random, first }) {
  const freeAt = Array.from({ length: lines }, () => new Float64Array(servers))
  const sums = { busy: 0, waits: 0, wait: 0 }
  let end = 0
  for (const request of order) {
    const line = freeAt[Math.floor(random() * lines)]
    const next = line.indexOf(Math.min(...line))
    const arrivedAt = leftAt[request]
    const startedAt = Math.max(arrivedAt, line[next])
    const took = spread === 'fixed' ? serviceSeconds : exponential(random, serviceSeconds)
    leftAt[request] = line[next] = startedAt + took
    end = Math.max(end, startedAt + took)
    sums.busy += took
    if (request < first) continue
    sums.waits += startedAt > arrivedAt ? 1 : 0
    sums.wait += startedAt - arrivedAt
  }
  const counted = order.length - first
  return {
    busy: sums.busy / (end * lines * servers),
    waited: sums.waits / counted,
    meanWaitSeconds: sums.wait / counted,
  }
}

function summaryOf(times) {
  const sorted = times.toSorted()
  return {
    meanSeconds: sorted.reduce((sum, time) => sum + time, 0) / sorted.length,
    p99Seconds: sorted[Math.ceil(sorted.length * 0.99) - 1],
  }
}

const exponential = (random, mean) => -mean * Math.log(1 - random())

/** Creates a generator of numbers from 0 to below 1 from a seed (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
