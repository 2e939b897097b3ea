import type { Actor, ServiceParts, SessionActor } from '@wardtrack/access'
import { type Call, calls, type ScalingData } from '@wardtrack/contracts'
import type { LoadedRead, SharedRead, SharedReads } from '@wardtrack/scaling'
import type { AuditDetails, CallContext, ServedCall } from '@wardtrack/service-kit'

type CallRule = { data: ScalingData; groups: SharedRead['groups'] }

const OF_DEVICES: CallRule = { data: 'device data', groups: ['assets', 'config'] }
const OF_SETTINGS: CallRule = { data: 'device data', groups: ['config'] }
const OF_PLACES: CallRule = { data: 'location data', groups: ['config'] }
const OF_POSITIONS: CallRule = { data: 'location data', groups: ['assets', 'config'] }

/** Calls whose answers processes share: many people repeat them. */
const SHARED_CALLS = {
  getMetaDataMapping: OF_SETTINGS,
  getFilterOption: OF_DEVICES,
  customTagList: OF_DEVICES,
  countAssets: OF_DEVICES,
  assetsFilter: OF_DEVICES,
  assetsList: OF_DEVICES,
  getfilterMap: OF_POSITIONS,
  mapsPointer: OF_POSITIONS,
  mapsPointerAllAssets: OF_POSITIONS,
  getLocationTitle: OF_PLACES,
  getLocationOptionsByLevel: OF_PLACES,
  getLocationHierarchyById: OF_PLACES,
  getActivatedHierarchyProviders: OF_PLACES,
  rtlsHierarchies: OF_PLACES,
  providerHierarchies: OF_PLACES,
  markedMonitors: OF_PLACES,
} as const satisfies Partial<Record<keyof typeof calls, CallRule>>

const RULES = new Map<Call, CallRule & { operationId: string }>(
  Object.entries<CallRule>(SHARED_CALLS).map(([operationId, rule]) => [
    calls[operationId as keyof typeof SHARED_CALLS],
    { operationId, ...rule },
  ]),
)

/** An answer with its audit details, which are recorded for everyone who receives it. */
type SharedAnswer = { answer: unknown; audited: AuditDetails[] }

/**
 * Lets processes share the answers of frequently repeated calls. Callers share an answer if they have the same rights
 * (allowed routes, patient-data flag) and send the same request. An answer is not shared if the handler used other
 * facts about the caller.
 */
export function shareAnswers(
  { sharedReads }: Pick<ServiceParts, 'sharedReads'>,
  served: ServedCall<Actor>,
): ServedCall<Actor> {
  const rule = RULES.get(served.call)
  if (!rule) return served
  return {
    ...served,
    handle: (input, context) => {
      if (context.actor.kind !== 'session') return served.handle(input, context)
      return readShared(sharedReads, { rule, input, actor: context.actor, served, context })
    },
  }
}

async function readShared(
  sharedReads: SharedReads,
  request: {
    rule: CallRule & { operationId: string }
    input: Parameters<ServedCall<Actor>['handle']>[0]
    actor: SessionActor
    served: ServedCall<Actor>
    context: CallContext<Actor>
  },
): Promise<unknown> {
  const { rule, input, actor, served, context } = request
  const { patientDataAccess, allowedRoutes } = actor
  const name = JSON.stringify([rule.operationId, patientDataAccess, allowedRoutes, input])
  const load = async (): Promise<LoadedRead<SharedAnswer>> => {
    const watched = watchContext(context, actor)
    const answer = await served.handle(input, watched.context)
    return { value: { answer, audited: watched.audited }, isShared: !watched.isPersonal() }
  }
  const { answer, audited } = await sharedReads.read({ name, data: rule.data, groups: rule.groups }, load)
  for (const details of audited) context.auditDetails(details)
  return answer
}

/**
 * Returns the context of a handler, and tells if the handler read more about the caller than the rights that answers
 * are shared by.
 */
function watchContext(
  context: CallContext<Actor>,
  { patientDataAccess, allowedRoutes, ...person }: SessionActor,
) {
  const audited: AuditDetails[] = []
  let personal = false
  const watchedMember = (read: () => unknown): PropertyDescriptor => ({
    enumerable: true,
    get: () => {
      personal = true
      return read()
    },
  })
  const actor = Object.defineProperties(
    { kind: person.kind, patientDataAccess, allowedRoutes },
    Object.fromEntries(
      Object.entries(person)
        .filter(([member]) => member !== 'kind')
        .map(([member, value]) => [member, watchedMember(() => value)]),
    ),
  ) as SessionActor
  const watched = Object.defineProperties(
    {
      actor,
      requestId: context.requestId,
      auditDetails: (details: AuditDetails) => audited.push(details),
    },
    {
      log: { get: () => context.log },
      request: watchedMember(() => context.request),
      response: watchedMember(() => context.response),
      target: watchedMember(() => context.target),
      auditNow: watchedMember(() => context.auditNow),
    },
  ) as unknown as CallContext<Actor>
  return { context: watched, audited, isPersonal: () => personal }
}
