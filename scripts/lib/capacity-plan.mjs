import { simulateNetwork } from './queueing.mjs'

/** Assumptions of the plan. Measured figures are those of docs/performance.md; replace the others with your own. */
export const ASSUMPTIONS = {
  /** tracked assets of one hospital */
  assets: 5_000,
  /** seconds between two events of an asset, on average over a day */
  secondsBetween: 120,
  /** load of the busiest minute as a multiple of the average, in all hospitals together */
  peak: 5,
  /** events of one request */
  batch: 50,
  /** measured: events a second and core, which runs service, store and sender */
  eventsPerCore: 6_100,
  /** share of that core for the service; the store takes the rest */
  serviceShare: 0.5,
  /** maximum share of a core that the busiest minute may take */
  busy: 0.6,
  /** processes of a hospital: the product in one process, and a second one in case it ends */
  processes: 2,
  /** GB of memory of a process, of a Redis, and of the cache of a shard's member */
  processGb: 0.4,
  redisGb: 0.1,
  shardGb: 32,
  /** bytes of an event on a shard's disk, indexes included */
  eventBytes: 400,
  /** days for which history is kept: the product's default */
  days: 90,
  /** copies of all data in MongoDB and Kafka */
  copies: 3,
  /** usable TB of one shard's disk, and cores of its primary */
  shardTb: 2,
  shardCores: 4,
  /**
   * Kafka partitions of a hospital (two topics and one of dead letters), and copies of partitions that a broker
   * carries
   */
  partitions: 2,
  partitionsPerBroker: 4_000,
  /** GB of memory and number of cores of a broker */
  brokerGb: 4,
  brokerCores: 2,
  /** monthly cost of a core, a GB of memory and a GB of disk, in any currency */
  corePrice: 15,
  memoryPrice: 2,
  diskPrice: 0.1,
}

const TOPICS = 3
const SECONDS_OF_DAY = 86_400
/** Maximum number of hospitals for one embedded store and one process. */
const ALONE = 1
const REQUESTS = 200_000

/**
 * Plans a number of hospitals, each a separate installation.
 * @param {number} hospitals
 * @param {typeof ASSUMPTIONS} assumed
 */
export function planHospitals(hospitals, assumed = ASSUMPTIONS) {
  const mean = assumed.assets / assumed.secondsBetween
  const peak = mean * assumed.peak
  const historyTb = (mean * SECONDS_OF_DAY * assumed.days * assumed.eventBytes) / 1e12
  const alone = hospitals <= ALONE
  const storeCores = (hospitals * peak * (1 - assumed.serviceShare)) / assumed.eventsPerCore / assumed.busy
  const shards = Math.max(
    1,
    Math.ceil((hospitals * historyTb) / assumed.shardTb),
    Math.ceil(storeCores / assumed.shardCores),
  )
  const partitions = hospitals * TOPICS * assumed.partitions
  const brokers = Math.max(3, Math.ceil((partitions * assumed.copies) / assumed.partitionsPerBroker))
  const sizes = {
    hospitals,
    mean: hospitals * mean,
    peak: hospitals * peak,
    processes: alone ? 1 : hospitals * assumed.processes,
    shards: alone ? 0 : shards,
    diskTb: hospitals * historyTb * (alone ? 1 : assumed.copies),
    partitions: alone ? 0 : partitions,
    brokers: alone ? 0 : brokers,
  }
  return { ...sizes, ...costOf(sizes, assumed), ...queueOf(sizes, assumed) }
}

/** Returns the cores and memory of all parts, and their cost. */
function costOf({ hospitals, peak, processes, shards, brokers, diskTb }, assumed) {
  const serving = Math.ceil((peak * assumed.serviceShare) / assumed.eventsPerCore / assumed.busy)
  // An idle process takes next to nothing, but nobody puts fifty of them on a core.
  const cores =
    shards === 0
      ? 2
      : Math.max(serving, Math.ceil(processes / 10)) +
        shards * assumed.copies * assumed.shardCores +
        brokers * assumed.brokerCores
  const memoryGb =
    shards === 0
      ? 4
      : processes * assumed.processGb +
        hospitals * assumed.redisGb +
        shards * assumed.copies * assumed.shardGb +
        brokers * assumed.brokerGb
  const month =
    cores * assumed.corePrice + memoryGb * assumed.memoryPrice + diskTb * 1_000 * assumed.diskPrice
  return { cores, memoryGb, month, monthOfHospital: month / hospitals }
}

/** Returns the duration of a request in the busiest minute, on one shard and the processes of its hospitals. */
function queueOf({ hospitals, peak, processes, shards }, assumed) {
  const groups = Math.max(1, shards)
  const { stations, p99Seconds } = simulateNetwork({
    arrivalsPerSecond: peak / assumed.batch / groups,
    requests: REQUESTS,
    seed: hospitals,
    stations: [
      {
        lines: Math.max(1, Math.ceil(processes / groups)),
        servers: 1,
        serviceSeconds: (assumed.batch * assumed.serviceShare) / assumed.eventsPerCore,
      },
      {
        lines: 1,
        // With one hospital, store and service have a core each.
        servers: shards === 0 ? 1 : assumed.shardCores,
        serviceSeconds: (assumed.batch * (1 - assumed.serviceShare)) / assumed.eventsPerCore,
      },
    ],
  })
  return { processBusy: stations[0].busy, storeBusy: stations[1].busy, p99Ms: p99Seconds * 1_000 }
}

/**
 * Returns the waiting times of requests in one installation as its load grows.
 * @param {number} processes processes that share the pushes
 * @param {readonly number[]} shares load of each of their cores
 */
export function planLoads(processes, shares, assumed = ASSUMPTIONS) {
  const serviceSeconds = (assumed.batch * assumed.serviceShare) / assumed.eventsPerCore
  return shares.map((busy) => {
    const arrivalsPerSecond = (busy * processes) / serviceSeconds
    const { meanSeconds, p99Seconds } = simulateNetwork({
      arrivalsPerSecond,
      requests: REQUESTS,
      seed: Math.round(busy * 100),
      stations: [
        { lines: processes, servers: 1, serviceSeconds },
        { lines: 1, servers: processes, serviceSeconds },
      ],
    })
    return {
      busy,
      events: arrivalsPerSecond * assumed.batch,
      meanMs: meanSeconds * 1_000,
      p99Ms: p99Seconds * 1_000,
    }
  })
}
