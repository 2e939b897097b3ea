import type { IngestAnswer } from '@wardtrack/contracts'
import type { LetterSource, RefusedItem } from '../dead-letters.store.ts'
import type { IngestEndpoint } from '../endpoint.types.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { HANDED_OVER } from '../handed-items.ts'
import { countOutcomes, createItemReader, type ItemRefusal, refuseItem, type Sender } from '../read-items.ts'
import {
  ENDPOINT_OF,
  groupByKind,
  type ItemGroup,
  joinAnswers,
  kindOfEndpoint,
  SCHEMA_OF,
} from './mixed-items.ts'

/** Ingests items of the address's own kind. */
type AcceptItems = (raws: readonly unknown[], sender: Sender, source: LetterSource) => Promise<IngestAnswer>
type MixedParts = Pick<EndpointParts, 'endpoints' | 'deadLetters' | 'logs' | 'log' | 'activity' | 'metrics'>

const WAITS = refuseItem('', HANDED_OVER, 'This item waits for the service of its kind.')
const NOT_ALLOWED = refuseItem('kind', 'provider_mismatch', 'This key may not send items of this kind.')

/**
 * Ingests the items of an expression, each by the endpoint of its kind. Assets come before positions, so that a new
 * asset is known. The answer counts by kind when there is more than the address's own kind.
 * @param accept ingests the items of the address's own kind
 */
export async function acceptMixed(
  parts: MixedParts,
  { items, name }: { items: readonly unknown[]; name: string },
  accept: AcceptItems,
  { sender, source }: { sender: Sender; source: LetterSource },
): Promise<IngestAnswer> {
  const own = kindOfEndpoint(name)
  const groups = groupByKind(items, own)
  const [only = { kind: own, raws: [] }] = groups
  if (groups.length <= 1 && only.kind === own) return accept(only.raws, sender, source)
  const answers: { group: ItemGroup; answer: IngestAnswer }[] = []
  for (const group of groups) {
    const answer =
      group.kind === own
        ? await accept(group.raws, sender, source)
        : await acceptForeign(parts, group, sender, source)
    answers.push({ group, answer })
  }
  return joinAnswers(answers)
}

/** Returns the refusals that the endpoints of the items' kinds would give, in order, without writing. */
export async function checkMixed(
  endpoints: MixedParts['endpoints'],
  endpoint: IngestEndpoint,
  items: readonly unknown[],
  sender: Sender,
): Promise<(readonly ItemRefusal[])[]> {
  const refusals: (readonly ItemRefusal[])[] = items.map(() => [])
  for (const { kind, raws, indexes } of groupByKind(items, kindOfEndpoint(endpoint.name))) {
    const known = ENDPOINT_OF[kind] === endpoint.name ? endpoint : endpoints.get(ENDPOINT_OF[kind])
    const ofGroup = known ? await known.check(raws, sender) : readByShape(kind, raws, sender)
    for (const [position, index] of indexes.entries()) refusals[index] = ofGroup[position] ?? []
  }
  return refusals
}

async function acceptForeign(
  parts: MixedParts,
  group: ItemGroup,
  sender: Sender,
  source: LetterSource,
): Promise<IngestAnswer> {
  const name = ENDPOINT_OF[group.kind]
  const isAllowed = sender.scopes?.includes(name) ?? true
  const endpoint = parts.endpoints.get(name)
  if (!isAllowed) return keep(parts, group, sender, () => [NOT_ALLOWED])
  if (!endpoint) return handOver(parts, group, sender)
  // A replayed body keeps no second letter of an item that is refused again.
  if (source.id === undefined) return endpoint.accept(group.raws, sender)
  return countOutcomes(name, await endpoint.processRaw(group.raws, sender), () => sender.provider ?? '')
    .answer
}

/** Hands the valid items to the service of their kind, which stores them within seconds. */
function handOver(parts: MixedParts, group: ItemGroup, sender: Sender): Promise<IngestAnswer> {
  const refusals = readByShape(group.kind, group.raws, sender)
  return keep(parts, withTimes(group), sender, (index) => {
    const refused = refusals[index] ?? []
    return refused.length > 0 ? refused : [WAITS]
  })
}

/** Gives items without a time the time of receipt, because they are stored later. */
function withTimes(group: ItemGroup): ItemGroup {
  if (group.kind === 'asset' || group.kind === 'association') return group
  const time = new Date().toISOString()
  return { ...group, raws: group.raws.map((raw) => ({ time, ...(raw as object) })) }
}

/** Keeps items as letters; items that wait for their service count as accepted. */
async function keep(
  { deadLetters, logs, log, activity, metrics }: MixedParts,
  { kind, raws }: ItemGroup,
  sender: Sender,
  reasonsOf: (index: number) => readonly ItemRefusal[],
): Promise<IngestAnswer> {
  const provider = sender.provider ?? ''
  const name = ENDPOINT_OF[kind]
  const letters = raws.map((raw, index): RefusedItem => ({ raw, index, provider, reasons: reasonsOf(index) }))
  await deadLetters.keep(name, letters, new Date(), sender.keyId)
  const results = letters.map(({ reasons }) => (reasons[0] === WAITS ? 'accepted' : reasons))
  const { answer, byProvider } = countOutcomes(name, results, () => provider)
  for (const counts of byProvider) {
    logs.record(counts, log)
    activity.record(counts)
    metrics.countItems(counts)
  }
  return answer
}

function readByShape(
  kind: ItemGroup['kind'],
  raws: readonly unknown[],
  sender: Sender,
): (readonly ItemRefusal[])[] {
  const isEvent = kind === 'position' || kind === 'state'
  const read = createItemReader<unknown>({
    schema: SCHEMA_OF[kind],
    hasTime: isEvent,
    hasProvider: isEvent,
    sender,
    now: Date.now(),
    oldest: 0,
    disabled: new Set(),
  })
  return raws.map((raw) => {
    const result = read(raw)
    return Array.isArray(result) ? (result as readonly ItemRefusal[]) : []
  })
}
