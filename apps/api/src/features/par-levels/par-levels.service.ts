import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type calls, messages, type ParLevel } from '@wardtrack/contracts'
import { levelsOf, type ParLevelDoc, placeMatcher, revisionOf } from '@wardtrack/database'
import { type Handler, invalidMember } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import type { InternalPlaces } from '../places/index.ts'
import { deleteParLevel, findParLevel, findParLevels, storeParLevel } from './par-levels.store.ts'

/** Dependencies of the calls of PAR levels. */
export type ParLevelParts = Pick<ServiceParts, 'db' | 'bus'> & {
  metadata: MetadataStore
  places: InternalPlaces
}

type ParLevelService = {
  list: Handler<Actor, typeof calls.parLevels>
  places: Handler<Actor, typeof calls.parLevelPlaces>
  read: Handler<Actor, typeof calls.parLevel>
  save: Handler<Actor, typeof calls.saveParLevel>
  remove: Handler<Actor, typeof calls.removeParLevel>
}

/** Creates the service of PAR levels: the number of assets of a category that a unit is meant to have available. */
export function createParLevelService({ db, bus, metadata, places }: ParLevelParts): ParLevelService {
  const publish = (): void => bus.publish('config.changed', { what: 'par-levels' })
  const namesOf = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const all = await places.where(() => true)
    return new Map(all.map(({ hierarchyId, fullName }) => [hierarchyId, fullName]))
  }
  const requireCategory = async (category: string): Promise<void> => {
    const { Options = {} } = (await metadata.read()).types['Equipment']?.['PrimaryCategory'] ?? {}
    if (Object.keys(Options).length > 0 && !Object.hasOwn(Options, category))
      throw invalidMember('Category', messages.parCategoryUnknown)
  }
  return {
    list: async ({ query: { page, pagesize, search } }) => {
      const names = await namesOf()
      const isMeant = wordsMatcher(search)
      const found = (await findParLevels(db))
        .map((level) => ({ level, fullName: names.get(level.hierarchyId) ?? [] }))
        .filter(({ level, fullName }) => isMeant([...fullName, level.Category]))
        .sort((a, b) => compareTexts(textsOf(a), textsOf(b)))
      const shown = found.slice((page - 1) * pagesize, page * pagesize)
      return { data: shown.map(({ level, fullName }) => toAnswer(level, fullName)), count: found.length }
    },
    places: async ({ query: { search, items } }) => {
      const isMeant = wordsMatcher(search)
      const found = await places.where(({ fullName }) => isMeant(fullName))
      const shown = found.sort((a, b) => compareTexts(a.fullName, b.fullName)).slice(0, items)
      return {
        places: shown.map(({ hierarchyId, fullName }) => ({ hierarchyId, fullPath: levelsOf(fullName) })),
      }
    },
    read: async ({ params: { id } }) => {
      const level = await findParLevel(db, id)
      return { data: toAnswer(level, (await namesOf()).get(level.hierarchyId) ?? []) }
    },
    save: async ({ body: { revision, ...level } }, context) => {
      const names = (await namesOf()).get(level.hierarchyId)
      if (!names) throw invalidMember('hierarchyId', messages.parUnitUnknown)
      await requireCategory(level.Category)
      const updatedBy = sessionOf(context.actor).username
      const saved = await storeParLevel(db, { ...level, updatedAt: new Date(), updatedBy }, revision)
      context.target('par-level', saved._id)
      context.auditDetails({ category: level.Category, minimum: level.Minimum, par: level.Par })
      publish()
      return { err: 0 as const, message: messages.parLevelSaved, data: toAnswer(saved, names) }
    },
    remove: async ({ params: { id }, query: { revision } }, context) => {
      context.target('par-level', id)
      const { Category, Minimum, Par } = await deleteParLevel(db, id, revision)
      context.auditDetails({ category: Category, minimum: Minimum, par: Par })
      publish()
      return { err: 0 as const, message: messages.parLevelRemoved }
    },
  }
}

const wordsMatcher = (search: string): ((texts: readonly string[]) => boolean) =>
  search === '' ? () => true : placeMatcher(search)

const textsOf = ({ level, fullName }: { level: ParLevelDoc; fullName: readonly string[] }) => [
  ...fullName,
  level.Category,
]

const compareTexts = (a: readonly string[], b: readonly string[]): number => {
  const [first, second] = [a.join('>'), b.join('>')]
  return first < second ? -1 : Number(first > second)
}

/** Converts a level to its response. */
const toAnswer = (level: ParLevelDoc, fullName: readonly string[]): ParLevel => ({
  _id: level._id,
  hierarchyId: level.hierarchyId,
  fullPath: levelsOf(fullName),
  Category: level.Category,
  Minimum: level.Minimum,
  Par: level.Par,
  updatedAt: level.updatedAt.toISOString(),
  updatedBy: level.updatedBy,
  revision: revisionOf(level),
})
