import { type Actor, holdsAny, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages, type SettingsPair } from '@wardtrack/contracts'
import { isDuplicateKey, type SettingDoc, settingId, trusted } from '@wardtrack/database'
import { deliveryState } from '@wardtrack/outbound'
import { duplicate, forbidden, type Request, type ServedCall, serve } from '@wardtrack/service-kit'
import { type SettingKind, settingKinds } from './setting-kinds.ts'

/** The calls of settings pairs, each opened by the pages of its type. */
export function settingRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const { db, bus } = parts
  const kindOf = settingKinds(parts)
  return [
    serve(calls.getGeofenceSettings)<Actor>(async () => {
      const saved = await db.models.settings.findOne({ _id: settingId('Geofence', 'Geofence') })
      const GeofenceTypes = (saved?.Fields['GeofenceTypes'] ?? []) as string[]
      return { Type: 'Geofence' as const, SubType: 'Geofence' as const, Fields: { GeofenceTypes } }
    }),
    serve(calls.getSettings)<Actor>(async ({ body }, context) => {
      const kind = kindOf(body.Type, body.SubType)
      allow(context.actor, [...kind.readers, ...kind.writers])
      const saved = await db.models.settings.findOne({ _id: idOf(kind) })
      const data = { ...pairOf(kind, saved), ...(await besides(parts, kind, context.request)) }
      return { status: saved ? (1 as const) : (0 as const), data }
    }),
    serve(calls.createSettings)<Actor>(async ({ body }, context) => {
      const kind = kindOf(body.Type, body.SubType)
      allow(context.actor, kind.writers)
      const { type: Type, subType: SubType } = kind
      const pair = { Type, SubType, Fields: await kind.check(body.Fields) }
      await save(parts, { _id: idOf(kind), ...pair }, body.isNew === true && Type === 'Provider')
      bus.publish('config.changed', { what: kind.what })
      context.target('setting', idOf(kind))
      return { err: 0 as const, message: messages.settingUpdated, data: pair }
    }),
    serve(calls.getAddedLocationProviders)<Actor>(async () => {
      const saved = await db.models.settings.find({ _id: trusted({ $gte: 'provider/', $lt: 'provider0' }) })
      return saved.map(({ SubType }) => SubType).sort()
    }),
  ]
}

const idOf = ({ type, subType }: SettingKind): string => settingId(type, subType)

const pairOf = ({ type, subType }: SettingKind, saved: SettingDoc | null): SettingsPair => ({
  Type: type,
  SubType: subType,
  Fields: saved?.Fields ?? {},
})

/** @throws ApiError 403 */
function allow(actor: Actor, pages: readonly string[]): void {
  if (!holdsAny(sessionOf(actor).allowedRoutes, pages)) throw forbidden()
}

/** @throws ApiError 409 for a new provider whose name is known */
async function save({ db }: ServiceParts, setting: SettingDoc, isNew: boolean): Promise<void> {
  if (!isNew) {
    await db.models.settings.replaceOne({ _id: setting._id }, setting, { upsert: true })
    return
  }
  await db.models.settings.create(setting).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    throw duplicate(messages.providerExists, [{ path: 'SubType', message: messages.providerExists }])
  })
}

/** What the Mirth page shows beside its fields: where devices are pushed to, and how the deliveries go. */
async function besides(
  { db, bases }: ServiceParts,
  { type }: SettingKind,
  request: Request,
): Promise<Partial<SettingsPair>> {
  if (type !== 'Mirth') return {}
  const origin = `${request.protocol}://${request.get('host') ?? 'localhost'}`
  return {
    DeviceStatusEndpoint: `${origin}${bases.status}/ingest/device-status`,
    delivery: { GeofenceAlert: await deliveryState(db, 'GeofenceAlert') },
  }
}
