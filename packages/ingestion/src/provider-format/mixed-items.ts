import {
  assetItem,
  associationItem,
  type IngestAnswer,
  locationItem,
  MIXED_KINDS,
  type MixedKind,
  type Scope,
  statusItem,
} from '@wardtrack/contracts'
import type { z } from 'zod'

/** Items of one kind, with their positions in the list of the expression. */
export type ItemGroup = { kind: MixedKind; raws: unknown[]; indexes: number[] }

/** Endpoint of each kind of item. */
export const ENDPOINT_OF: Readonly<Record<MixedKind, Scope>> = {
  position: 'locations',
  state: 'device-status',
  asset: 'assets',
  association: 'associations',
}

/** Returns the kind of an endpoint's items. */
export function kindOfEndpoint(name: string): MixedKind {
  const kind = MIXED_KINDS.find((known) => ENDPOINT_OF[known] === name)
  if (!kind) throw new Error(`${name} has no items that an expression makes`)
  return kind
}

/** Shapes by kind, for items whose endpoint belongs to another process. */
export const SCHEMA_OF: Readonly<Record<MixedKind, z.ZodType>> = {
  position: locationItem,
  state: statusItem,
  asset: assetItem,
  association: associationItem,
}

const STATE_MEMBERS = [
  'WifiStrength',
  'BatteryLevel',
  'DeviceStatus',
  'InfusionStatus',
  'VolumeInfused',
  'alarm',
  'deviceId',
] as const
const PLACE_MEMBERS = ['mapId', 'hierarchyId', 'monitorId'] as const

/**
 * Sorts the items of an expression by kind, in the order in which kinds are ingested. An item names its kind with the member `kind`. Without it, a
 * place makes a position, and a state without a place makes a state; any other item is of the address's kind.
 * @param own kind of the address
 */
export function groupByKind(items: readonly unknown[], own: MixedKind): ItemGroup[] {
  const groups = new Map<MixedKind, ItemGroup>()
  for (const [index, item] of items.entries()) {
    const named = kindNamed(item)
    const kind = named ?? kindByMembers(item) ?? own
    const group = groups.get(kind) ?? { kind, raws: [], indexes: [] }
    groups.set(kind, group)
    group.raws.push(named === undefined ? item : withoutKind(item as object))
    group.indexes.push(index)
  }
  return MIXED_KINDS.flatMap((kind) => groups.get(kind) ?? [])
}

/** Adds up the answers of the groups: in total, and by kind. Errors name the positions in the whole list. */
export function joinAnswers(parts: readonly { group: ItemGroup; answer: IngestAnswer }[]): IngestAnswer {
  const total: IngestAnswer = { accepted: 0, duplicates: 0, unresolved: 0, refused: 0, errors: [] }
  const kinds: NonNullable<IngestAnswer['kinds']> = {}
  for (const { group, answer } of parts) {
    const { errors, ...counts } = answer
    kinds[group.kind] = {
      accepted: counts.accepted,
      duplicates: counts.duplicates,
      unresolved: counts.unresolved,
      refused: counts.refused,
    }
    for (const member of ['accepted', 'duplicates', 'unresolved', 'refused'] as const)
      total[member] += counts[member]
    for (const error of errors)
      total.errors.push({ ...error, index: group.indexes[error.index] ?? error.index })
  }
  total.errors.sort((a, b) => a.index - b.index)
  return { ...total, kinds }
}

function kindNamed(item: unknown): MixedKind | undefined {
  const kind = (item as { kind?: unknown } | null)?.kind
  return MIXED_KINDS.find((known) => known === kind)
}

function kindByMembers(item: unknown): MixedKind | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  if (PLACE_MEMBERS.some((name) => Object.hasOwn(item, name))) return 'position'
  const isState = STATE_MEMBERS.some((name) => Object.hasOwn(item, name))
  return isState && !Object.hasOwn(item, 'x') ? 'state' : undefined
}

function withoutKind(item: object): object {
  const { kind: _kind, ...members } = item as { kind: unknown }
  return members
}
