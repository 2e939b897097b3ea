import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { mayGiveRoutes, messages, pageAllows } from '@wardtrack/contracts'
import { trusted } from '@wardtrack/database'
import { ApiError, forbidden, invalid } from '@wardtrack/service-kit'

type Store = Pick<ServiceParts, 'db'>

/**
 * Checks that privileges exist, and that the caller may grant each of them.
 * @throws ApiError 400 or 403 naming those that fail
 */
export async function checkGivenPrivileges(
  { db }: Store,
  actor: SessionActor,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  const found = await db.models.privileges.find({ privilegeName: trusted({ $in: [...names] }) })
  const routesByName = new Map(found.map(({ privilegeName, routes }) => [privilegeName, routes]))
  const errorsAt = (message: string, isWrong: (routes: readonly string[] | undefined) => boolean) =>
    names.flatMap((name, index) =>
      isWrong(routesByName.get(name)) ? [{ path: `privileges.${index}`, message }] : [],
    )
  const unknown = errorsAt(messages.privilegeUnknown, (routes) => routes === undefined)
  if (unknown.length > 0) throw invalid(unknown)
  const beyond = errorsAt(
    messages.privilegeBeyondOwn,
    (routes = []) => !mayGiveRoutes(actor.allowedRoutes, routes),
  )
  if (beyond.length > 0) throw new ApiError('forbidden', messages.privilegeBeyondOwn, { errors: beyond })
}

/** Sources of the patient-data flag: a holder, or the first account while no holder could grant it. */
export type PatientDataGiver = 'holder' | 'first account'

/** Returns the source from which the caller may grant the patient-data flag; undefined for none. */
export async function patientDataGiver(
  { db }: Store,
  { patientDataAccess, builtIn }: SessionActor,
): Promise<PatientDataGiver | undefined> {
  if (patientDataAccess) return 'holder'
  if (!builtIn) return undefined
  const privileges = await db.models.privileges.find({})
  const names = privileges
    .filter(({ routes }) => pageAllows(routes, 'admin-config'))
    .map(({ privilegeName }) => privilegeName)
  const giver = await db.models.users.findOne({
    patientDataAccess: true,
    locked: false,
    ...trusted({ $or: [{ builtIn: true }, { privileges: trusted({ $in: names }) }] }),
  })
  return giver ? undefined : 'first account'
}

/** @throws ApiError 403 when the caller may not grant the patient-data flag */
export async function checkGivenPatientData(parts: Store, actor: SessionActor): Promise<PatientDataGiver> {
  const giver = await patientDataGiver(parts, actor)
  if (!giver) throw forbidden(messages.patientFlagBeyondOwn)
  return giver
}
