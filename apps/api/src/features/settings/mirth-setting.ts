import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import {
  type DeliveryState,
  type ErrorDetail,
  MIRTH_FIELDS,
  type MirthField,
  messages,
  routes,
  type SettingsPair,
} from '@wardtrack/contracts'
import { revisionOf, type SettingDoc, settingId } from '@wardtrack/database'
import { isConfidentialAddress } from '@wardtrack/outbound'
import type { Viewer } from '@wardtrack/patient-rule'
import { ApiError, type CallContext, invalid } from '@wardtrack/service-kit'
import { mirthDeliveryStates } from '../mirth/index.ts'
import { pushAddress } from '../providers/index.ts'
import { type Fields, PLAIN_HTTP_REASON, type PreparedSetting } from './setting-fields.ts'

/**
 * Returns the addresses that may receive patients, and the revision with which they were compared: an approval is
 * valid only until the address is replaced. New addresses are recorded in the audit log.
 * @throws ApiError 400, 403
 */
export async function withReceivers(
  { db }: ServiceParts,
  fields: Fields,
  context: CallContext<Actor>,
): Promise<PreparedSetting> {
  const saved = await db.models.settings.findOne({ _id: settingId('Mirth', 'Mirth') })
  const { receivers, added } = checkPatientReceivers(fields, saved, sessionOf(context.actor))
  context.auditDetails({
    ...(added.length > 0 ? { patientReceivers: added } : {}),
    ...(PLAIN_HTTP_REASON in fields ? { plainHttp: 'with a written reason' } : {}),
  })
  return { stored: { patientReceivers: receivers }, revision: revisionOf(saved) }
}

/** Returns the further data of the Mirth page: the addresses that devices push to, and the state of deliveries. */
export async function mirthStatus(
  parts: ServiceParts,
  { actor, request }: CallContext<Actor>,
): Promise<Partial<SettingsPair>> {
  return {
    DeviceStatusEndpoint: pushAddress(parts, request, routes.ingestDeviceStatus),
    delivery: await deliveryFigures(parts, sessionOf(actor)),
  }
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

/** Delivery fields that name patients: all except the places. */
const PATIENT_FIELDS = MIRTH_FIELDS.filter((name) => name !== 'LocationHierarchy')
const MIN_REASON_LENGTH = 10

/** Addresses set up by users with the patient-data flag, by field: only they receive patients. */
type PatientReceivers = NonNullable<SettingDoc['patientReceivers']>

/**
 * Checks who sets up addresses for patient data, and how the data is sent. Each new address and the reason require
 * the flag. An address must be https or on this machine, or there is a written reason for plain http.
 * @returns the addresses that may receive patients now, and the new ones among them
 * @throws ApiError 403 without the flag, 400 without https or a reason
 */
function checkPatientReceivers(
  fields: Fields,
  saved: Pick<SettingDoc, 'Fields' | 'patientReceivers'> | null,
  viewer: Viewer,
): { receivers: PatientReceivers; added: MirthField[] } {
  const approved = saved?.patientReceivers ?? {}
  const receivers: PatientReceivers = {}
  for (const name of PATIENT_FIELDS)
    if (fields[name] !== '' && typeof fields[name] === 'string') receivers[name] = fields[name]
  const added = PATIENT_FIELDS.filter((name) => name in receivers && receivers[name] !== approved[name])
  const reason = fields[PLAIN_HTTP_REASON] ?? ''
  const isReasonChanged = reason !== '' && reason !== saved?.Fields[PLAIN_HTTP_REASON]
  if (!viewer.patientDataAccess && (added.length > 0 || isReasonChanged))
    throw new ApiError('forbidden', messages.patientFlagNeeded, {
      errors: added.map(
        (name): ErrorDetail => ({ path: `Fields.${name}`, message: messages.patientFlagNeeded }),
      ),
    })
  checkConfidential(receivers, reason)
  return { receivers, added }
}

/** @throws ApiError 400 */
function checkConfidential(receivers: PatientReceivers, reason: unknown): void {
  if (typeof reason === 'string' && reason.length >= MIN_REASON_LENGTH) return
  const plain = Object.entries(receivers).filter(([, address]) => !isConfidentialAddress(address))
  if (plain.length === 0) return
  throw invalid(
    plain.map(([name]) => ({ path: `Fields.${name}`, message: messages.httpsNeeded })),
    messages.fillCorrectly,
  )
}
