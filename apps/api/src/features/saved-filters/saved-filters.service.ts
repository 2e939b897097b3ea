import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import {
  type Condition,
  type calls,
  filterPageOf,
  messages,
  SAVED_FILTER_LIMITS,
  type SavedFilter,
} from '@wardtrack/contracts'
import {
  matcherOf,
  type ReadCriteria,
  type SavedFilterDoc,
  type SavedFilterViewDoc,
  sharedFilterKey,
  summarizeCriteria,
  Types,
} from '@wardtrack/database'
import { mayNamePatients, PATIENT } from '@wardtrack/patient-rule'
import { conflict, duplicate, forbidden, type Handler, notFound } from '@wardtrack/service-kit'
import { criteriaOf, invalidCriteria } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { fieldsOnPage, findOnlyMember, META_DATA, NEARBY_PAGE, withoutMember } from '../reports/index.ts'
import { isOwnedBy, nameKeyOf, openFilterStore } from './saved-filters.store.ts'

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Prepares conditions for storage: without empty values and lists, and without duplicate conditions and values. */
function tidyCriteria(conditions: readonly Condition[]): Condition[] {
  const tidied = conditions.map(tidyCondition).filter((condition) => !isEmpty(condition))
  return distinct(tidied)
}

const tidyCondition = (condition: Condition): Condition =>
  Object.fromEntries(
    Object.entries(condition)
      .map(([name, value]) => [name, tidyValue(value)] as const)
      .filter(([, value]) => !isEmpty(value)),
  )

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return distinct(value.filter((item) => !isEmpty(item)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => !isEmpty(member)))
}

function distinct<T>(items: readonly T[]): T[] {
  const byText = new Map<string, T>()
  for (const item of items) if (!byText.has(JSON.stringify(item))) byText.set(JSON.stringify(item), item)
  return [...byText.values()]
}

/** Returns true if criteria name patients as a type, in any spelling, or hold a pattern that matches the type. */
const namesPatients = ({ conditions }: ReadCriteria): boolean =>
  conditions.some(({ path, test }) => path === 'AssetType' && Object.values(test).some(isPatientType))

function isPatientType(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPatientType)
  if (typeof value === 'string') return value.toLowerCase() === PATIENT.toLowerCase()
  return matcherOf(value)?.(PATIENT) ?? false
}

/** Reads the conditions of a saved filter visible to a user; undefined when there is none. */
export async function readFilterConditions(
  { db, keyRing }: Pick<ServiceParts, 'db' | 'keyRing'>,
  actor: SessionActor,
  { id }: { id: string },
): Promise<Condition[] | undefined> {
  const filter = await openFilterStore(db).read(actor, id)
  if (!filter) return undefined
  const context = { collection: 'savedFilters', id: filter._id, field: 'criteria' }
  return JSON.parse(keyRing.open(filter.criteria, context)) as Condition[]
}

type SavedFilterService = {
  list: Handler<Actor, typeof calls.getFiltersForUser>
  create: Handler<Actor, typeof calls.createFilter>
  delete: Handler<Actor, typeof calls.deleteFilter>
  update: Handler<Actor, typeof calls.updateFilter>
}

/** Creates the service of filters that users save on pages, share with everyone, and hide for themselves. */
export function createSavedFilterService(
  { db, bus, keyRing }: ServiceParts,
  metadata: MetadataStore,
): SavedFilterService {
  const store = openFilterStore(db)
  const contextOf = (id: string) => ({ collection: 'savedFilters', id, field: 'criteria' })
  const toAnswer = (
    filter: SavedFilterDoc,
    view: Pick<SavedFilterViewDoc, 'hidden' | 'defaultFilter'> | null,
    viewer: SessionActor,
  ): SavedFilter => ({
    filterId: isOwnedBy(filter, viewer) ? (filter.shownId ?? filter._id) : filter._id,
    criteria: JSON.parse(keyRing.open(filter.criteria, contextOf(filter._id))) as Condition[],
    displayName: filter.displayName,
    userName: filter.userName,
    showOn: filter.showOn,
    share: filter.sharedKey !== undefined,
    showMe: !view?.hidden.includes(filter._id),
    isDefault: view?.defaultFilter === filter._id,
  })
  /** @throws ApiError 404 when the user sees no such filter */
  const readKnown = async (actor: SessionActor, id: string): Promise<SavedFilterDoc> => {
    const filter = await store.read(actor, id)
    if (!filter) throw notFound()
    return filter
  }
  const publishShared = ({ ofPatients }: SavedFilterDoc): void =>
    bus.publish('config.changed', { what: 'filters', ...(ofPatients ? { ofPatients } : {}) })
  /** @throws ApiError 409 when the maximum number of shared filters of a page is reached */
  const requireSharedRoom = async (filter: Pick<SavedFilterDoc, 'page' | 'ofPatients'>): Promise<void> => {
    if ((await store.countShared(filter)) >= SAVED_FILTER_LIMITS.shared)
      throw conflict(messages.tooManyFilters)
  }
  return {
    list: async ({ query: { userName, showOn } }, context) => {
      const actor = sessionOf(context.actor)
      if (userName.toLowerCase() !== actor.username.toLowerCase()) throw forbidden()
      const page = pageOf(showOn)
      const [filters, view] = await Promise.all([store.known(actor, page), store.view(actor, page)])
      return { data: filters.map((filter) => toAnswer(filter, view, actor)) }
    },
    create: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const page = pageOf(body.showOn)
      const fields = fieldsOnPage(page, await metadata.criteriaFields())
      const { criteria: sent } = body
      const nearby =
        page === NEARBY_PAGE ? findOnlyMember({ criteria: sent }, META_DATA, messages.nearbyOnce) : undefined
      // A nearby search is not a condition on an asset: the report reads it.
      const conditions = nearby ? withoutMember(sent, META_DATA) : sent
      const criteria = criteriaOf(conditions, fields, 'criteria')
      const ofPatients = namesPatients(criteria) || (nearby !== undefined && mayNamePatients(nearby.value))
      const text = JSON.stringify(tidyCriteria(sent))
      if (text.length > SAVED_FILTER_LIMITS.criteriaCharacters)
        throw invalidCriteria('criteria', messages.filterTooLarge)
      const nameKey = nameKeyOf(body.displayName)
      const known = await store.known(actor, page)
      if (known.some((filter) => filter.nameKey === nameKey)) throw duplicate(messages.filterNameTaken)
      if ((await store.countOwn(actor, page)) >= SAVED_FILTER_LIMITS.own)
        throw conflict(messages.tooManyFilters)
      const named = {
        ownerId: new Types.ObjectId(actor.userId),
        userName: actor.username,
        displayName: body.displayName,
        nameKey,
        page,
        showOn: body.showOn,
        ...(ofPatients ? { ofPatients: true as const } : {}),
        createdAt: new Date(),
      }
      if (body.share) await requireSharedRoom(named)
      const filter = await store.insert(actor, Number(body.filterId ?? Date.now()), (id) => ({
        ...named,
        _id: id,
        criteria: keyRing.seal(text, contextOf(id)),
        ...(body.share ? { sharedKey: sharedFilterKey(named) } : {}),
      }))
      if (!body.showMe) await store.setHidden(actor, filter, true)
      context.target('filter', filter._id)
      context.auditDetails({ criteria: summarizeCriteria(criteria, await metadata.types()) })
      if (body.share) publishShared(filter)
      const data = toAnswer(filter, { hidden: body.showMe ? [] : [filter._id] }, actor)
      return { err: 0 as const, message: messages.filterSaved, data }
    },
    delete: async ({ params: { filterId } }, context) => {
      const actor = sessionOf(context.actor)
      context.target('filter', filterId)
      const filter = await readKnown(actor, filterId)
      if (!isOwnedBy(filter, actor)) throw forbidden()
      await store.delete(filter)
      if (filter.sharedKey !== undefined) publishShared(filter)
      return { err: 0 as const, message: messages.filterDeleted }
    },
    update: async ({ params: { filterId }, body: { share, showMe, isDefault } }, context) => {
      const actor = sessionOf(context.actor)
      context.target('filter', filterId)
      const filter = await readKnown(actor, filterId)
      if (share !== undefined && !isOwnedBy(filter, actor)) throw forbidden()
      if (share !== undefined && share !== (filter.sharedKey !== undefined)) {
        if (share) await requireSharedRoom(filter)
        await store.setShared(filter, share)
        publishShared(filter)
      }
      if (showMe !== undefined) await store.setHidden(actor, filter, !showMe)
      if (isDefault !== undefined) await store.setDefault(actor, filter, isDefault)
      const view = await store.view(actor, filter.page)
      const data = toAnswer(await readKnown(actor, filterId), view, actor)
      return { err: 0 as const, message: messages.filterSaved, data }
    },
  }
}

/** Returns the page of a route, which the contract has validated. */
const pageOf = (route: string): string => filterPageOf(route) ?? route
