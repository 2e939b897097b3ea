import type { Service as ServiceName } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import type { EventBus, Health, Logger, ServedCall, ServiceMetrics } from '@wardtrack/service-kit'
import type { Actor } from './actor.ts'
import type { Access } from './create-access.ts'

/** What every service is made from. Several services of one process share one set. */
export type ServiceParts = {
  db: Database
  access: Access
  bus: EventBus
  log: Logger
  metrics: ServiceMetrics
  health: Health
  /** root of stored files: `{filesDir}/images/Maps/{mapId}.jpg`, `{filesDir}/logs/{service}.log` (var/uploads) */
  filesDir: string
  /** base address of each service */
  bases: Readonly<Record<ServiceName, string>>
}

/** A service: the calls it serves, and how it ends. `close` is called while the store is still open. */
export type Service = {
  calls: ServedCall<Actor>[]
  close?: () => Promise<void> | void
}

/** Makes a service from the parts. */
export type ServiceFactory = (parts: ServiceParts) => Promise<Service> | Service
