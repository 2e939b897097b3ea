import {
  type Actor,
  holdsAny,
  type ServiceParts,
  type SessionActor,
  saveDocument,
  sessionOf,
} from '@wardtrack/access'
import { type DeliveryState, messages, routes, SECRET_MASK, type SettingsPair } from '@wardtrack/contracts'
import {
  isDuplicateKey,
  nextRevision,
  revisionOf,
  type SettingDoc,
  settingId,
  trusted,
} from '@wardtrack/database'
import { type CallContext, duplicate, forbidden, invalidMember } from '@wardtrack/service-kit'
import { mirthDeliveryStates } from '../mirth/index.ts'
import { pushAddress } from '../providers/index.ts'
import { checkPatientReceivers } from './patient-receivers.ts'
import { maskSecrets, sealSecrets } from './provider-secrets.ts'
import { type Fields, PLAIN_HTTP_REASON, visibleFields } from './setting-fields.ts'
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
          ...(await mirthStatus(parts, kind, context)),
          ...(await scalingState(parts, kind)),
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
      const checked = kind.type === 'Mirth' ? await checkedReceivers(parts, pair.Fields, context) : undefined
      const setting = { _id: idOf(kind), ...pair, ...checked?.receivers }
      const isCreated = isNew === true && kind.type === 'Provider'
      if (kind.type === 'Provider') {
        const stored = await db.models.settings.findOne({ _id: idOf(kind) })
        if (!stored) await checkProviderRoom(parts)
        const before = isCreated ? null : stored
        setting.Fields = sealSecrets(parts, idOf(kind), { sent: pair.Fields, stored: before?.Fields ?? {} })
      }
      if (kind.type === 'Mail') setting.Fields = await sealMail(parts, idOf(kind), pair.Fields)
      const saved = isCreated
        ? await create(parts, setting)
        : await saveDocument<SettingDoc>(db.models.settings, setting, revision ?? checked?.revision)
      bus.publish('config.changed', { what: kind.what })
      // The second factor setting decides what open sessions may do.
      if (kind.type === 'Security') bus.publish('access.changed', {})
      return {
        ...pair,
        Fields: shownFields(kind, saved.Fields),
        revision: revisionOf(saved),
        ...(await scalingState(parts, kind)),
      }
    },
    /** lists the names of the location providers, sorted */
    listProviders: async (): Promise<string[]> => {
      const saved = await db.models.settings.find({ _id: PROVIDERS })
      return saved.map(({ SubType }) => SubType).sort()
    },
  }
}

/** Range of the ids of provider settings: `0` follows `/`. */
const PROVIDERS = trusted({ $gte: 'provider/', $lt: 'provider0' })

/** @throws ApiError 400 when the maximum number of providers is reached */
async function checkProviderRoom({ db, limits }: ServiceParts): Promise<void> {
  if ((await db.models.settings.countDocuments({ _id: PROVIDERS })) >= limits.providers)
    throw invalidMember('SubType', messages.providersFull)
}

const idOf = ({ type, subType }: SettingKind): string => settingId(type, subType)

/** Returns `Fields` for responses. */
const shownFields = ({ type }: SettingKind, fields: Fields): Fields =>
  type === 'Provider' || type === 'Mail' ? maskSecrets(fields) : fields

const pairOf = (kind: SettingKind, saved: SettingDoc | null): SettingsPair => ({
  Type: kind.type,
  SubType: kind.subType,
  Fields: shownFields(kind, saved?.Fields ?? {}),
  revision: revisionOf(saved),
})

/**
 * Prepares the fields of the mail server for storage.
 * @throws ApiError 400 when the stored password would be sent over another connection than it was entered for
 */
async function sealMail(parts: ServiceParts, id: string, sent: Fields): Promise<Fields> {
  const stored = (await parts.db.models.settings.findOne({ _id: id }))?.Fields ?? {}
  const isSameConnection = ['Host', 'Port', 'Username', 'Security'].every(
    (name) => stored[name] === sent[name],
  )
  if (sent['Password'] === SECRET_MASK && !isSameConnection)
    throw invalidMember('Fields.Password', messages.mailPasswordAgain)
  return sent['Password'] === '' ? sent : sealSecrets(parts, id, { sent, stored })
}

/** @throws ApiError 403 */
function requirePages(actor: Actor, pages: readonly string[]): void {
  if (!holdsAny(sessionOf(actor).allowedRoutes, pages)) throw forbidden()
}

/**
 * Returns the addresses that may receive patients, and the revision with which they were compared: an approval is
 * valid only until the address is replaced. New addresses are recorded in the audit log.
 * @throws ApiError 400, 403
 */
async function checkedReceivers(
  { db }: ServiceParts,
  fields: Fields,
  context: CallContext<Actor>,
): Promise<{ receivers: Pick<SettingDoc, 'patientReceivers'>; revision: string }> {
  const saved = await db.models.settings.findOne({ _id: settingId('Mirth', 'Mirth') })
  const { receivers, added } = checkPatientReceivers(fields, saved, sessionOf(context.actor))
  context.auditDetails({
    ...(added.length > 0 ? { patientReceivers: added } : {}),
    ...(PLAIN_HTTP_REASON in fields ? { plainHttp: 'with a written reason' } : {}),
  })
  return { receivers: { patientReceivers: receivers }, revision: revisionOf(saved) }
}

/** @throws ApiError 409 for a new provider with a known name */
function create({ db }: ServiceParts, setting: SettingDoc): Promise<SettingDoc> {
  return db.models.settings.create({ ...setting, revision: nextRevision() }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    throw duplicate(messages.providerExists, [{ path: 'SubType', message: messages.providerExists }])
  })
}

/** Returns the further data of the Mirth page: the addresses that devices push to, and the state of deliveries. */
async function mirthStatus(
  parts: ServiceParts,
  { type }: SettingKind,
  { actor, request }: CallContext<Actor>,
): Promise<Partial<SettingsPair>> {
  if (type !== 'Mirth') return {}
  return {
    DeviceStatusEndpoint: pushAddress(parts, request, routes.ingestDeviceStatus),
    delivery: await deliveryFigures(parts, sessionOf(actor)),
  }
}

/** Returns whether Redis or Kafka is used with the returned fields. */
async function scalingState(
  { scaling }: ServiceParts,
  { type, subType }: SettingKind,
): Promise<Pick<SettingsPair, 'state'>> {
  if (type.toLowerCase() !== 'scale') return {}
  await scaling.reload()
  return { state: (subType === 'kafka' ? scaling.kafka() : scaling.redis()).state }
}

/** Returns the state of deliveries to the set addresses; alerts are counted even without an address. */
async function deliveryFigures(
  parts: ServiceParts,
  viewer: SessionActor,
): Promise<Record<string, DeliveryState>> {
  const states = await mirthDeliveryStates(parts, viewer)
  const shown = states.filter(({ field, hasAddress }) => hasAddress || field === 'GeofenceAlert')
  return Object.fromEntries(
    shown.map(({ field, pending, lastDeliveredAt, lastError }) => [
      field,
      {
        ...(pending === undefined ? {} : { pending }),
        ...(lastDeliveredAt === undefined ? {} : { lastDeliveredAt }),
        ...(lastError === undefined ? {} : { lastError }),
      },
    ]),
  )
}
