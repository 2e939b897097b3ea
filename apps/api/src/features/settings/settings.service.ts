import { type Actor, holdsAny, type ServiceParts, saveDocument, sessionOf } from '@wardtrack/access'
import { messages, type SettingsPair } from '@wardtrack/contracts'
import { isDuplicateKey, nextRevision, revisionOf, type SettingDoc, settingId } from '@wardtrack/database'
import { type CallContext, duplicate, forbidden } from '@wardtrack/service-kit'
import { PROVIDERS } from './provider-secrets.ts'
import { type Fields, visibleFields } from './setting-fields.ts'
import { type SettingKind, settingKinds } from './setting-kinds.ts'

/** Names of a settings pair in a call. */
type PairName = { Type: string; SubType: string }

/** Settings pair to be saved. */
type SentPair = PairName & {
  Fields: Fields
  isNew?: boolean | undefined
  /** edited revision; any when omitted */
  revision?: string | undefined
}

/** Creates the service of settings. */
export function createSettingsService(parts: ServiceParts) {
  const { db, bus } = parts
  const kindOf = settingKinds(parts)
  return {
    /** reads the geofence types; empty until saved */
    readGeofenceTypes: async (): Promise<string[]> => {
      const saved = await db.models.settings.findOne({ _id: settingId('Geofence', 'Geofence') })
      return (saved?.Fields['GeofenceTypes'] ?? []) as string[]
    },
    /** reads a pair, and whether it was ever saved. @throws ApiError 400 for an unknown pair, 403 */
    read: async ({ Type, SubType }: PairName, context: CallContext<Actor>) => {
      const kind = kindOf(Type, SubType)
      requirePages(context.actor, [...kind.readers, ...kind.writers])
      const saved = await db.models.settings.findOne({ _id: idOf(kind) })
      return {
        isSaved: saved !== null,
        pair: {
          ...pairOf(kind, saved),
          ...(await kind.status?.(context)),
          ...(await kind.state?.()),
        },
      }
    },
    /**
     * saves a pair, replacing its fields. @throws ApiError 400, 403, 409 for a new provider with a known name, or
     * when another revision is stored
     */
    save: async (sentPair: SentPair, context: CallContext<Actor>): Promise<SettingsPair> => {
      const { Type, SubType, Fields, isNew, revision } = sentPair
      const kind = kindOf(Type, SubType)
      requirePages(context.actor, kind.writers)
      context.target('setting', idOf(kind))
      const pair = { Type: kind.type, SubType: kind.subType, Fields: await kind.check(visibleFields(Fields)) }
      const isCreated = isNew === true && kind.isCreatable === true
      const prepared = await kind.prepare?.(pair.Fields, isCreated, context)
      const setting = { _id: idOf(kind), ...pair, ...prepared?.stored }
      const saved = isCreated
        ? await create(parts, setting)
        : await saveDocument<SettingDoc>(db.models.settings, setting, revision ?? prepared?.revision)
      bus.publish('config.changed', { what: kind.what })
      if (kind.changesAccess) bus.publish('access.changed', {})
      return {
        ...pair,
        Fields: shownFields(kind, saved.Fields),
        revision: revisionOf(saved),
        ...(await kind.state?.()),
      }
    },
    /** lists the names of the location providers, sorted */
    listProviders: async (): Promise<string[]> => {
      const saved = await db.models.settings.find({ _id: PROVIDERS })
      return saved.map(({ SubType }) => SubType).sort()
    },
  }
}

const idOf = ({ type, subType }: SettingKind): string => settingId(type, subType)

/** Returns `Fields` for responses. */
const shownFields = ({ mask }: SettingKind, fields: Fields): Fields => mask?.(fields) ?? fields

const pairOf = (kind: SettingKind, saved: SettingDoc | null): SettingsPair => ({
  Type: kind.type,
  SubType: kind.subType,
  Fields: shownFields(kind, saved?.Fields ?? {}),
  revision: revisionOf(saved),
})

/** @throws ApiError 403 */
function requirePages(actor: Actor, pages: readonly string[]): void {
  if (!holdsAny(sessionOf(actor).allowedRoutes, pages)) throw forbidden()
}

/** @throws ApiError 409 for a new provider with a known name */
function create({ db }: ServiceParts, setting: SettingDoc): Promise<SettingDoc> {
  return db.models.settings.create({ ...setting, revision: nextRevision() }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    throw duplicate(messages.providerExists, [{ path: 'SubType', message: messages.providerExists }])
  })
}
