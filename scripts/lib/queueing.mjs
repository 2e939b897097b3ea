// A queueing network in its smallest form: requests arrive at random, pass one station after the other, and wait in line where
// nobody is free. First come, first served, so each request is followed by itself and no calendar of events is needed.

/** How many requests one simulation may have. */
export const MAX_REQUESTS = 2_000_000
/** The first tenth of the requests meets emptier lines than the others: it does not count. */
const WARM_UP = 0.1

/**
 * A stage that requests pass.
 * @typedef {object} Station
 * @property {number} lines queues beside each other; each request joins one of them by chance
 * @property {number} servers how many serve each line
 * @property {number} serviceSeconds how long a request is served on average
 * @property {'exponential' | 'fixed'} [spread] how much that varies; exponential when left out
 */

/**
 * What came of a simulation.
 * @typedef {object} Outcome
 * @property {number} meanSeconds from arriving to having passed every station
 * @property {number} p99Seconds its 99th percentile
 * @property {{ busy: number, waited: number, meanWaitSeconds: number }[]} stations share of the servers' time in use, share of
 *   requests that had to wait, and how long all of them waited on average
 */

/**
 * Follows requests through stations. The same seed gives the same outcome.
 * @param {{ arrivalsPerSecond: number, requests: number, seed: number, stations: readonly Station[] }} network
 * @returns {Outcome}
 * @throws RangeError for a number that makes no sense, and for a station that is asked for more than it can do
 */
export function simulateNetwork({ arrivalsPerSecond, requests, seed, stations }) {
  if (!(requests >= 100 && requests <= MAX_REQUESTS))
    throw new RangeError(`A simulation has 100 to ${MAX_REQUESTS} requests`)
  for (const station of stations) checkStation(station, arrivalsPerSecond)
  const random = createRandom(seed)
  const arrived = new Float64Array(requests)
  for (let n = 0, now = 0; n < requests; n += 1)
    arrived[n] = now += exponential(random, 1 / arrivalsPerSecond)
  // A request keeps its number; at each station they are served in the order in which they came there.
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
 * The share of requests that have to wait in an M/M/c queue (Erlang C).
 * @param {number} servers c
 * @param {number} load arrivals a second, times seconds of service; less than `servers`
 */
export function shareThatWaits(servers, load) {
  // Erlang's loss formula by recursion, then C = B / (1 - rho (1 - B)): no factorials that grow beyond numbers.
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

/** Lets every request pass one station; `leftAt` becomes the time at which each has. */
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

/** Numbers from 0 to below 1 that a seed decides (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
