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
