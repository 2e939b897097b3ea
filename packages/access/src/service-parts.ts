import type { Service as ServiceName } from '@wardtrack/contracts'
import type { BusTopics, Database, StorageLimits } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import type { ImageDecoder } from '@wardtrack/images'
import type { KafkaConnection } from '@wardtrack/kafka'
import type { ProcessReport, Scaling, SharedReads } from '@wardtrack/scaling'
import type {
  CacheMode,
  Clock,
  DiskRoom,
  EventBus,
  Health,
  Logger,
  ServedCall,
  ServiceMetrics,
} from '@wardtrack/service-kit'
import type { Actor } from './actor.ts'
import type { Access } from './create-access.ts'

/** What every service is made from. Several services of one process share one set. */
export type ServiceParts = {
  db: Database
  access: Access
  bus: EventBus<BusTopics>
  log: Logger
  metrics: ServiceMetrics
  health: Health
  /** whether there is disk space for what is pushed */
  diskRoom: DiskRoom
  /** the time, and how much of it is known to have passed */
  clock: Clock
  /** the keys that secrets and configured fields are encrypted with in the store */
  keyRing: KeyRing
  /** whether Redis and Kafka are used, as the settings say */
  scaling: Scaling
  /** reads that processes share through Redis */
  sharedReads: SharedReads
  /** tells the settings page how this process uses Redis and Kafka */
  processReport: ProcessReport
  /** the Kafka brokers, when there are any */
  kafka?: KafkaConnection
  /** decodes uploaded images, one at a time, in processes of their own */
  imageDecoder: ImageDecoder
  /** the data directory of this process: store, stored files, generated secrets */
  dataDir: string
  /** root of stored files: `{filesDir}/images/Maps/{mapId}.jpg`, `{filesDir}/logs/{service}.log` (var/uploads) */
  filesDir: string
  /** base address of each service */
  bases: Readonly<Record<ServiceName, string>>
  /** hosts (`host` or `host:port`) that may be called although they are this machine */
  outboundAllow?: readonly string[]
  /** how much of each kind is stored */
  limits: StorageLimits
  /** whether other processes may write to the store */
  cacheMode: CacheMode
}

/** A service: the calls it serves, and how it ends. */
export type Service = {
  calls: ServedCall<Actor>[]
  /** called when the process begins to stop: ends answers that never end by themselves, and waits for nothing */
  drain?: () => void
  /** called after the last request was answered, while the store is still open */
  close?: () => Promise<void> | void
}

/** Makes a service from the parts. */
export type ServiceFactory = (parts: ServiceParts) => Promise<Service> | Service
