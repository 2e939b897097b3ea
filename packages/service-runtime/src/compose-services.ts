import type { RequestListener } from 'node:http'
import type { Actor, Service, ServiceFactory, ServiceParts } from '@wardtrack/access'
import {
  type CallLimits,
  createApp,
  createCallBudget,
  createPushListener,
  type Express,
  mountCalls,
  mountErrors,
  operationsCalls,
} from '@wardtrack/service-kit'
import { closeSteps } from './open-service-parts.ts'
import { shareAnswers } from './shared-answers.ts'

/** How services are joined to one app. */
export type ComposeOptions = {
  /** number of proxies in front whose `X-Forwarded-For` is believed; none when left out */
  trustProxy?: number
  /** check answers against their declarations: tests */
  checkResponses?: boolean
  /** what a session may have of the process; the product's limits when left out */
  callLimits?: Partial<CallLimits>
  /** adds what is no declared call (the console's files), after the calls */
  extend?: (app: Express) => void
}

/** Services joined to one app, and how they end. */
export type ComposedServices = {
  app: RequestListener
  services: readonly Service[]
  /** called at once when the process begins to stop */
  onDrain: readonly (() => void)[]
  /** called in this order after the last request was answered; the parts come last */
  onClose: readonly (() => unknown)[]
}

/** Makes the services from their parts and mounts their calls on one app. */
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
