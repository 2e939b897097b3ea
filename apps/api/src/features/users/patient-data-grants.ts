import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { PatientDataGrant } from '@wardtrack/contracts'
import { trusted } from '@wardtrack/database'
import { forbidden, notFound } from '@wardtrack/service-kit'
import { userFilter } from './users.store.ts'

type Store = Pick<ServiceParts, 'db'>

const MAX_SHOWN = 100

/** Lists unacknowledged flags that the first account granted without holding the flag. */
export async function listPatientDataGrants({ db }: Store): Promise<PatientDataGrant[]> {
  const found = await db.models.users
    .find({ patientDataGrantedAt: trusted({ $exists: true }) })
    .sort({ usernameKey: 1 })
    .limit(MAX_SHOWN)
  return found.flatMap(({ _id, username, patientDataGrantedAt: at }) =>
    at ? [{ userId: _id.toHexString(), username, at: at.toISOString() }] : [],
  )
}

/** Acknowledges such a flag. @throws ApiError 403 for the first account, which granted it, 404 when there is none */
export async function acknowledgePatientDataGrant(
  { db }: Store,
  actor: SessionActor,
  id: string,
): Promise<void> {
  if (actor.builtIn) throw forbidden()
  const granted = { ...userFilter(id), patientDataGrantedAt: trusted({ $exists: true }) }
  const { matchedCount } = await db.models.users.updateOne(granted, { $unset: { patientDataGrantedAt: 1 } })
  if (matchedCount === 0) throw notFound()
}
