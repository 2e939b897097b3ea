import { type KafkaConnection, openKafka } from '@wardtrack/kafka'
import { startTestBroker, type TestBroker } from '@wardtrack/kafka/testing'
import { createLog } from '@wardtrack/service-kit'
import { openTestApp, storeAsset, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { createLocationService } from '../index.ts'

const SETTING_ID = 'scale/kafka'
const WAIT = { timeout: 120_000, interval: 50 }
const PARTITIONS = 4

/** A location service that can send its positions through a real broker. */
export type QueuedHospital = TestApp & {
  push(items: unknown): request.Test
  /** saves the scaling page; takes effect immediately in every process that receives the announcement */
  setScaling(fields: {
    status: 'Active' | 'Inactive'
    maxDevice?: number
    cachingData?: string[]
  }): Promise<void>
  /** returns a position metric of this process */
  metric(name: string): Promise<number>
}

/** A broker, and services that share one store. */
export type QueueTest = {
  broker: TestBroker
  /** starts a service like a separate process, on the store of an earlier one */
  open(options?: { storeOf?: TestApp; cacheMode?: 'local' | 'shared' }): Promise<QueuedHospital>
  /** opens a connection for the same topics */
  connect(): Promise<KafkaConnection>
}

/** Starts a broker. @param prefix prefix of the topic names */
export async function openQueueTest(prefix: string): Promise<QueueTest> {
  const broker = await startTestBroker()
  const connect = () =>
    openKafka(
      {
        brokers: [broker.address],
        clientId: 'test',
        topicPrefix: prefix,
        partitions: PARTITIONS,
        replication: -1,
        tls: false,
      },
      createLog({ service: 'test', level: 'silent' }),
    )
  return { broker, connect, open: (options = {}) => openHospital(connect, options) }
}

async function openHospital(
  connect: () => Promise<KafkaConnection>,
  options: { storeOf?: TestApp; cacheMode?: 'local' | 'shared' },
): Promise<QueuedHospital> {
  const kafka = await connect()
  const app = await openTestApp([(parts) => createLocationService(Object.assign(parts, { kafka }))], options)
  const { db, bus, metrics, scaling } = app.parts
  const post = (path: string, items: unknown) =>
    request(app.app)
      .post(`/location/api/ingest/${path}`)
      .set(app.people.key)
      .send(items as object)
  if (!options.storeOf) {
    const map = { name: 'Floor', xDimension: 100, yDimension: 100 }
    await post('hierarchies', { hierarchyId: 'f', fullName: ['F'], mapId: 'm1', map }).expect(200)
  }
  return {
    ...app,
    push: (items) => post('locations', items),
    setScaling: async ({ status, maxDevice = 0, cachingData = ['location data'] }) => {
      const pair = {
        _id: SETTING_ID,
        Type: 'scale',
        SubType: 'kafka',
        Fields: { status, maxDevice, cachingData },
      }
      await db.models.settings.replaceOne({ _id: SETTING_ID }, pair, { upsert: true })
      bus.publish('config.changed', { what: 'settings' })
      await scaling.reload()
    },
    metric: async (name) => {
      const read = await metrics.registry.getSingleMetric(name)?.get()
      const value = read?.values.find(({ labels }) => (labels['endpoint'] ?? 'locations') === 'locations')
      return value?.value ?? 0
    },
    close: async () => {
      await app.close()
      await kafka.close()
    },
  }
}

/** Adds the equipment `P-0`, `P-1` and so on. */
export async function addPumps(hospital: TestApp, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await storeAsset(hospital.parts.db, { AssetId: `P-${n}` })
}

/** Polling options for brokers and several processes. */
export const QUEUE_WAIT = WAIT
