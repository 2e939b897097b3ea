import type { RequestListener } from 'node:http'
import {
  type Actor,
  ensureFirstAccount,
  type FirstAccount,
  type Service,
  type ServiceFactory,
  type ServiceParts,
} from '@wardtrack/access'
import {
  type CallLimits,
  createApp,
  createCallBudget,
  createPushListener,
  type Express,
  mountCalls,
  mountErrors,
  operationsCalls,
  type RunningServer,
  runServer,
} from '@wardtrack/service-kit'
import { type Migration, migrateStore } from './migrate-store.ts'
import { closeSteps, openServiceParts, type PartsOptions } from './open-service-parts.ts'
import { callLimitsOf, type ServiceSettings } from './service-settings.ts'
import { shareAnswers } from './shared-answers.ts'

/** Options for joining services to one app. */
export type ComposeOptions = {
  /** number of proxies in front whose `X-Forwarded-For` is trusted; none when left out */
  trustProxy?: number
  /** check answers against their declarations: tests */
  checkResponses?: boolean
  /** share of the process that a session may use; the product's limits when left out */
  callLimits?: Partial<CallLimits>
  /** adds routes that are no declared calls (the console's files), after the calls */
  extend?: (app: Express) => void
}

/** Services joined to one app, and their closing steps. */
export type ComposedServices = {
  app: RequestListener
  services: readonly Service[]
  /** called when the process begins to stop */
  onDrain: readonly (() => void)[]
  /** called in this order after the last request was answered; the parts come last */
  onClose: readonly (() => unknown)[]
}

/** Creates the services from their parts and mounts their calls on one app. */
export async function composeServices(
  parts: ServiceParts,
  factories: readonly ServiceFactory[],
  { trustProxy = 0, checkResponses = false, callLimits = {}, extend }: ComposeOptions = {},
): Promise<ComposedServices> {
  const services: Service[] = []
  for (const createService of factories) services.push(await createService(parts))
  const { access, bases, health, log, metrics } = parts
  const app = createApp({ log, metrics, trustProxy })
  const calls = [
    ...operationsCalls<Actor>(health, metrics),
    ...services.flatMap((service) => service.calls.map((call) => shareAnswers(parts, call))),
  ]
  const options = {
    authorize: access.authorize,
    audit: access.audit.sink,
    bases,
    trustProxy,
    checkResponses,
    budget: { calls: createCallBudget({ limits: callLimits, metrics }), callerOf: access.sessionIdOf },
    log,
    metrics,
  }
  mountCalls(app, calls, options)
  extend?.(app)
  mountErrors(app)
  return {
    app: createPushListener(app, calls, options),
    services,
    onDrain: services.map((service) => () => service.drain?.()),
    onClose: [...services.map((service) => () => service.close?.()), ...closeSteps(parts)],
  }
}

/** Parts of a process to start. */
export type StartOptions = Omit<PartsOptions, 'access' | 'log'> & {
  services: readonly ServiceFactory[]
  /** migrations of documents that earlier versions stored */
  migrations: readonly Migration[]
  /** runs after the parts are opened and before anybody is served: seeding */
  prepare?: (parts: ServiceParts, firstAccount: FirstAccount) => Promise<void>
  /** adds routes that are no declared calls (the console's files), after the calls */
  extend?: (app: Express) => void
  /** closed after everything else (the embedded store) */
  closeLast?: () => Promise<void>
}

/** A process that listens. */
export type RunningService = { running: RunningServer; parts: ServiceParts; firstAccount: FirstAccount }

/**
 * Joins the parts and the services to one listening process.
 * @throws when the store or the port is unavailable, or the store has a newer version
 */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { settings } = options
  const parts = await openServiceParts(options)
  await migrateStore(parts, options.migrations)
  const firstAccount = await prepareAccess(parts, settings)
  await options.prepare?.(parts, firstAccount)
  const { app, onDrain, onClose } = await composeServices(parts, options.services, {
    trustProxy: settings.WARDTRACK_TRUST_PROXY,
    checkResponses: settings.NODE_ENV === 'test',
    callLimits: callLimitsOf(settings),
    ...(options.extend ? { extend: options.extend } : {}),
  })
  const { health, log, metrics } = parts
  const running = await runServer({
    app,
    host: settings.HOST,
    port: settings.PORT,
    health,
    log,
    metrics,
    // Behind a proxy, all connections come from its address.
    ...(settings.WARDTRACK_TRUST_PROXY > 0
      ? { connectionLimits: { perAddress: Number.POSITIVE_INFINITY } }
      : {}),
    onDrain,
    onClose: [...onClose, () => options.closeLast?.()],
  })
  parts.access.auditWatch.start()
  return { running, parts, firstAccount }
}

async function prepareAccess({ access, db }: ServiceParts, settings: ServiceSettings): Promise<FirstAccount> {
  const { WARDTRACK_ADMIN_USERNAME: username, WARDTRACK_ADMIN_PASSWORD: password } = settings
  const key = settings.WARDTRACK_INGEST_KEY
  if (key) await access.keys.ensure(key, { name: 'WARDTRACK_INGEST_KEY', kind: 'integration' })
  return ensureFirstAccount(db, access.passwords, {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  })
}
