import { type ErrorDetail, MIRTH_FIELDS, type MirthField, messages } from '@wardtrack/contracts'
import type { SettingDoc } from '@wardtrack/database'
import { isConfidentialAddress } from '@wardtrack/outbound'
import type { Viewer } from '@wardtrack/patient-rule'
import { ApiError, invalid } from '@wardtrack/service-kit'
import { type Fields, PLAIN_HTTP_REASON } from './setting-fields.ts'

/** Delivery fields that name patients: all except the places. */
const PATIENT_FIELDS = MIRTH_FIELDS.filter((name) => name !== 'LocationHierarchy')
const MIN_REASON_LENGTH = 10

/** Addresses set up by users with the patient-data flag, by field: only they receive patients. */
export type PatientReceivers = NonNullable<SettingDoc['patientReceivers']>

/**
 * Checks who sets up addresses for patient data, and how the data is sent. Each new address and the reason require
 * the flag. An address must be https or on this machine, or there is a written reason for plain http.
 * @returns the addresses that may receive patients now, and the new ones among them
 * @throws ApiError 403 without the flag, 400 without https or a reason
 */
export function checkPatientReceivers(
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
