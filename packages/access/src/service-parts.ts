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

/** Dependencies of every service. The services of one process share one set. */
export type ServiceParts = {
  db: Database
  access: Access
  bus: EventBus<BusTopics>
  log: Logger
  metrics: ServiceMetrics
  health: Health
  /** checks that there is disk space for pushed data */
  diskRoom: DiskRoom
  /** the current time, and the amount of time that has certainly passed */
  clock: Clock
  /** keys that encrypt secrets and configured fields in the store */
  keyRing: KeyRing
  /** usage of Redis and Kafka according to the settings */
  scaling: Scaling
  /** reads that processes share through Redis */
  sharedReads: SharedReads
  /** reports to the settings page how this process uses Redis and Kafka */
  processReport: ProcessReport
  /** the Kafka brokers, if any */
  kafka?: KafkaConnection
  /** decodes uploaded images, one at a time, in separate processes */
  imageDecoder: ImageDecoder
  /** the data directory of this process: store, stored files, generated secrets */
  dataDir: string
  /** root of stored files: `{filesDir}/images/Maps/{mapId}.jpg`, `{filesDir}/logs/{service}.log` (var/uploads) */
  filesDir: string
  /** base address of each service */
  bases: Readonly<Record<ServiceName, string>>
  /** hosts (`host` or `host:port`) that may be called although they are on this machine */
  outboundAllow?: readonly string[]
  /** storage limit of each kind */
  limits: StorageLimits
  /** minutes without an event after which an asset is silent; 0 for never */
  silenceMinutes: number
  /** `shared` when other processes may write to the store */
  cacheMode: CacheMode
}

/** A service: the calls it serves, and how it is closed. */
export type Service = {
  calls: ServedCall<Actor>[]
  /** called when the process begins to stop: ends endless answers such as streams, without waiting */
  drain?: () => void
  /** called after the last request was answered, while the store is still open */
  close?: () => Promise<void> | void
}

/** Creates a service from the parts. */
export type ServiceFactory = (parts: ServiceParts) => Promise<Service> | Service
