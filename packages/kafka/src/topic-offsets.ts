import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin, Kafka } from 'kafkajs'
import type { BrokerSockets } from './broker-sockets.ts'
import type { KafkaSettings } from './kafka-settings.ts'

/** Written and read offsets of a topic, by partition. */
export type TopicOffsets = {
  /** offset of the next message */
  end: ReadonlyMap<number, bigint>
  /** first offset that the group has not committed yet */
  done: ReadonlyMap<number, bigint>
  /** number of messages that the group has not committed yet */
  lag: number
}

/** Minimum retention of messages at the brokers, in milliseconds: a week without a reader. */
const RETENTION_MS = 7 * 24 * 3_600_000

/** Returns true if a group has committed everything up to an end that was read before. */
export const isDoneUpTo = ({ done }: TopicOffsets, end: ReadonlyMap<number, bigint>): boolean =>
  [...end].every(([partition, offset]) => (done.get(partition) ?? 0n) >= offset)

const RETRIES = 10
const RETRY_MS = 100

/**
 * Retries a request, because kafkajs sends some requests only once. Some failures pass within a moment: a group's
 * broker has changed, a restarted broker has not read its groups yet, or not all brokers know a new topic.
 */
async function retried<T>(ask: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await ask()
    } catch (error) {
      const { retriable } = error as { retriable?: unknown }
      if (retriable !== true || retry >= RETRIES) throw error
    }
    await sleep(RETRY_MS)
  }
}

/** Creates the requests to the brokers besides messages; the first request connects. */
export function createTopicOffsets(kafka: Kafka, sockets: BrokerSockets) {
  const admin = kafka.admin()
  admin.on(admin.events.REQUEST_TIMEOUT, ({ payload }) => sockets.abandon(payload.broker))
  let connecting: Promise<Admin> | undefined
  const connected = (): Promise<Admin> => {
    connecting ??= admin.connect().then(
      () => admin,
      (error: unknown) => {
        connecting = undefined
        throw error
      },
    )
    return connecting
  }
  return {
    ping: async (): Promise<void> => {
      await (await connected()).describeCluster()
    },
    offsets: async (topic: string, groupId: string): Promise<TopicOffsets> => {
      const client = await connected()
      // The committed offsets are read first, so that they never exceed the written ones.
      const [group] = await retried(() => client.fetchOffsets({ groupId, topics: [topic] }))
      const written = await retried(() => client.fetchTopicOffsets(topic))
      const committed = new Map(group?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]))
      const end = new Map(written.map(({ partition, high }) => [partition, BigInt(high)]))
      const done = new Map(
        written.map(({ partition, low }) => {
          const offset = committed.get(partition) ?? -1n
          return [partition, offset > BigInt(low) ? offset : BigInt(low)]
        }),
      )
      const lag = [...end].reduce(
        (sum, [partition, offset]) => sum + (offset - (done.get(partition) ?? 0n)),
        0n,
      )
      return { end, done, lag: Number(lag) }
    },
    ensure: async (topics: readonly string[], settings: KafkaSettings): Promise<void> => {
      const client = await connected()
      const known = new Set(await client.listTopics())
      const missing = topics.filter((topic) => !known.has(topic))
      if (missing.length === 0) return
      const request = {
        waitForLeaders: true,
        topics: missing.map((topic) => ({
          topic,
          numPartitions: settings.partitions,
          replicationFactor: settings.replication,
          configEntries: [{ name: 'retention.ms', value: String(RETENTION_MS) }],
        })),
      }
      await retried(() => client.createTopics(request))
    },
    close: async (): Promise<void> => {
      if (connecting) await admin.disconnect()
    },
  }
}
