import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin, Kafka } from 'kafkajs'
import type { BrokerSockets } from './broker-sockets.ts'
import type { KafkaSettings } from './kafka-settings.ts'

/** How far each partition of a topic is written and read, by partition. */
export type TopicOffsets = {
  /** the offset that the next message gets */
  end: ReadonlyMap<number, bigint>
  /** the first offset that the group has not done yet */
  done: ReadonlyMap<number, bigint>
  /** messages that the group has not done yet */
  lag: number
}

/** How long messages stay with the brokers at the least: a week without anybody who reads them. Milliseconds */
const RETENTION_MS = 7 * 24 * 3_600_000

/** Whether a group has done everything up to an end that was read before. */
export const isDoneUpTo = ({ done }: TopicOffsets, end: ReadonlyMap<number, bigint>): boolean =>
  [...end].every(([partition, offset]) => (done.get(partition) ?? 0n) >= offset)

const RETRIES = 10
const RETRY_MS = 100

/**
 * kafkajs asks once for some things. A group's broker changes, one that has just started takes requests before it has read
 * its groups, and a new topic is not known to all at once: these pass within a moment.
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

/** What is asked of the brokers beside messages; connects when something is asked. */
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
      // What the group has done is read first: it is never more than what was written by then.
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
