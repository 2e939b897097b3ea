import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages, type ProviderActivity, type ProviderLogLine, routes } from '@wardtrack/contracts'
import { type ProviderActivityDoc, trusted } from '@wardtrack/database'
import { ACTIVITY_PERIOD_MS, activityTotalId, formatTemplates, type Ingestion } from '@wardtrack/ingestion'
import { type Request, type ServedCall, serve } from '@wardtrack/service-kit'
import { createProviderFormatService } from './provider-formats.service.ts'

const DAY_MS = 24 * 3_600_000

type Sums = ProviderActivity['total']

const noItems = (): Sums => ({ accepted: 0, duplicates: 0, unresolved: 0, refused: 0 })

const sumsOf = ({ accepted, duplicates, unresolved, refused }: Sums): Sums => ({
  accepted,
  duplicates,
  unresolved,
  refused,
})

/** Reads the results of a provider's items: in total, in the last 24 hours, and by quarter of an hour. */
async function readActivity({ db, clock }: ServiceParts, provider: string): Promise<ProviderActivity> {
  const now = clock.now()
  const newest = now - (now % ACTIVITY_PERIOD_MS)
  const first = newest - DAY_MS + ACTIVITY_PERIOD_MS
  const [total, docs] = await Promise.all([
    db.models.providerActivity.findOne({ _id: activityTotalId(provider) }),
    db.models.providerActivity.find({ provider, time: trusted({ $gte: new Date(first) }) }),
  ])
  const byTime = new Map(docs.filter(isPeriod).map((doc) => [doc.time.getTime(), doc]))
  const periods = Array.from({ length: DAY_MS / ACTIVITY_PERIOD_MS }, (_, index) => {
    const time = first + index * ACTIVITY_PERIOD_MS
    return { time: new Date(time).toISOString(), ...sumsOf(byTime.get(time) ?? noItems()) }
  })
  const day = noItems()
  for (const period of periods)
    for (const member of ['accepted', 'duplicates', 'unresolved', 'refused'] as const)
      day[member] += period[member]
  return {
    total: sumsOf(total ?? noItems()),
    day,
    periods,
    ...(total ? { lastEventAt: total.lastAt.toISOString() } : {}),
  }
}

const isPeriod = ({ _id, provider }: ProviderActivityDoc): boolean => _id !== activityTotalId(provider)

/** Reads lines of a provider's log, newest first. */
async function readLog(
  { db }: ServiceParts,
  provider: string,
  { page, pagesize }: { page: number; pagesize: number },
): Promise<ProviderLogLine[]> {
  const lines = await db.models.providerLog
    .find({ provider })
    .sort({ _id: -1 })
    .skip((page - 1) * pagesize)
    .limit(pagesize)
  return lines.map(({ _id, time, level, event, facts }) => ({
    id: _id,
    time: time.toISOString(),
    level,
    event,
    facts,
  }))
}

/** Returns the address of an ingestion call, as the requesting browser reaches this server. */
export function pushAddress(
  { bases }: Pick<ServiceParts, 'bases'>,
  request: Request,
  { service, path }: { service: keyof ServiceParts['bases']; path: string },
): string {
  return `${request.protocol}://${request.get('host') ?? 'localhost'}${bases[service]}${path}`
}

/** Returns the addresses that a provider pushes to. */
function pushAddresses(parts: ServiceParts, request: Request, provider: string) {
  const addressOf = ({ service, path }: { service: 'location' | 'status'; path: string }): string =>
    pushAddress(parts, request, { service, path: path.replace('{name}', provider) })
  return {
    locations: addressOf(routes.ingestLocations),
    'device-status': addressOf(routes.ingestDeviceStatus),
    'own/locations': addressOf(routes.ingestProviderLocations),
    'own/device-status': addressOf(routes.ingestProviderStatus),
  }
}

/** Creates the calls of one provider besides its settings: addresses, own formats, activity and log. */
export function providerRoutes(parts: ServiceParts, ingestion: Ingestion): ServedCall<Actor>[] {
  const formats = createProviderFormatService(parts, ingestion)
  return [
    serve(calls.getProvider)<Actor>(async ({ params: { name } }, { request }) => {
      await formats.requireProvider(name)
      const addresses = pushAddresses(parts, request, name)
      return { data: { name, addresses, formats: await formats.list(name) } }
    }),
    serve(calls.providerActivity)<Actor>(async ({ params: { name } }) => {
      await formats.requireProvider(name)
      return { data: await readActivity(parts, name) }
    }),
    serve(calls.providerLog)<Actor>(async ({ params: { name }, query }) => {
      await formats.requireProvider(name)
      return { data: await readLog(parts, name, query) }
    }),
    serve(calls.saveProviderFormat)<Actor>(async ({ params, body }, { actor, target }) => {
      target('provider-format', `${params.name}/${params.endpoint}`)
      const data = await formats.save({ ...params, ...body, actor: sessionOf(actor) })
      return { err: 0, message: messages.settingUpdated, data }
    }),
    serve(calls.removeProviderFormat)<Actor>(async ({ params }, { target }) => {
      target('provider-format', `${params.name}/${params.endpoint}`)
      await formats.remove(params)
      return { err: 0, message: messages.done }
    }),
    serve(calls.formatTemplates)<Actor>(() => ({ data: formatTemplates(parts.clock.now()) })),
  ]
}
