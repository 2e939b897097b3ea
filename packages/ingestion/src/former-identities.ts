import { type Database, spelledTagKey } from '@wardtrack/database'
import { type SubjectMembers, tagSubjectKey } from './cached-asset.ts'
import { eventIdentity } from './event-identity.ts'
import type { ValidItem } from './read-items.ts'
import type { EventKind } from './unresolved-events.ts'

const CHANGED_AT = 'identities-changed'

/** An event whose identity may have been another one in earlier versions. */
type IdentifiedEvent = { id: string; subjectKey: string; repeatMayDiffer: boolean }
/** A new event, and the item that it comes from. */
export type IdentifiedItem = {
  validItem: ValidItem<{ eventId?: string | undefined }>
  members: SubjectMembers
  event: IdentifiedEvent
}

/** Recognizes events that an earlier version stored under another identity. */
export type FormerIdentities = {
  /** gives repeats of such events the identity under which they are stored; undefined when nothing is to be read */
  adopt(items: readonly IdentifiedItem[]): Promise<void> | undefined
}

/**
 * Creates the recognition. Earlier versions identified a position without its place, and a tag as spelled. Only events
 * from before this version ran on the store are looked up, so that the events of today cost a comparison.
 */
export function createFormerIdentities(
  db: Pick<Database, 'models' | 'driver'>,
  kind: EventKind,
  now: () => number,
): FormerIdentities {
  let changedAt: number | undefined
  const adoptAll = async (formerIds: ReadonlyMap<string, IdentifiedEvent>): Promise<void> => {
    for (const id of await findStored(db, kind, [...formerIds.keys()]))
      Object.assign(formerIds.get(id) ?? {}, { id, repeatMayDiffer: true })
  }
  const adoptBefore = (until: number, items: readonly IdentifiedItem[]): Promise<void> | undefined => {
    const formerIds = new Map<string, IdentifiedEvent>()
    for (const item of items) {
      if (item.validItem.time.getTime() > until) continue
      const id = formerIdentity(kind, item)
      if (id !== undefined && id !== item.event.id) formerIds.set(id, item.event)
    }
    return formerIds.size === 0 ? undefined : adoptAll(formerIds)
  }
  return {
    adopt: (items) => {
      if (changedAt !== undefined) return adoptBefore(changedAt, items)
      return readChangedAt(db, now()).then((time) => {
        changedAt = time
        return adoptBefore(time, items)
      })
    },
  }
}

/** Returns the ids that history holds. */
async function findStored(
  db: Pick<Database, 'driver'>,
  kind: EventKind,
  ids: readonly string[],
): Promise<string[]> {
  const collection = kind === 'location' ? 'locationHistory' : 'statusHistory'
  // driver: part of the writes of events
  const history = db.driver[collection] as Database['driver']['locationHistory']
  const rows = await history.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray()
  return rows.map(({ _id }) => _id)
}

/** Returns the identity in earlier versions; undefined for events that have always been identified by an id. */
function formerIdentity(
  kind: EventKind,
  { validItem, members: { tagId }, event: { subjectKey } }: IdentifiedItem,
): string | undefined {
  const { item, untimed, provider } = validItem
  if (item.eventId !== undefined || untimed) return undefined
  const spelled =
    tagId !== undefined && subjectKey.startsWith('tag:')
      ? tagSubjectKey(spelledTagKey({ Provider: provider, TagId: tagId }))
      : subjectKey
  return eventIdentity(kind, validItem, spelled, undefined)
}

/**
 * Reads when this version first ran on the store, in milliseconds; 0 for a store without events of earlier versions.
 */
async function readChangedAt({ models }: Pick<Database, 'models'>, now: number): Promise<number> {
  const known = await models.system.findOne({ _id: CHANGED_AT })
  if (known) return Number(known.value)
  const rows = await Promise.all([
    models.locationHistory.findOne({}).select({ _id: 1 }),
    models.statusHistory.findOne({}).select({ _id: 1 }),
  ])
  const value = rows.some((row) => row !== null) ? now : 0
  await models.system.updateOne({ _id: CHANGED_AT }, { $setOnInsert: { value } }, { upsert: true })
  return Number((await models.system.findOne({ _id: CHANGED_AT }))?.value ?? value)
}
