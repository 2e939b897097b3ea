/**
 * The patient rule: for a person without the patient-data flag, patients do not exist. They are not listed, counted,
 * linked, named in an error, searched, exported or streamed. Their ids are not found, like any unknown id. In
 * criteria the type matches nothing, and as a value to write it is an unknown type.
 *
 * The rule has four parts, and every service takes them from this package.
 *
 * The types (`asset-types.ts`) are those that a viewer may know. All code that selects asset types uses them.
 *
 * The filter (`query-filter.ts`) keeps patients out of a query. It is added after the caller's conditions, so that no
 * caller can leave it out. Totals use the filter too.
 *
 * The redaction (`redaction.ts`) removes patients from an answer. A visible asset can be linked with a patient. A
 * geofence can apply to patients among others. An alert shows both.
 *
 * The audience (`audience.ts`) decides which sessions receive an event of the live stream. An event is created once
 * for all sessions, so that it cannot be redacted for each viewer.
 *
 * A viewer is usually the actor of the request. Its flag is read from the store at every request, and a live stream
 * reads the flag again when rights change.
 *
 * Tests enforce the rule. A call whose answer can contain assets is declared `patient: true` in the contracts, and a
 * test fails when the declaration is missing. Another test makes each of these calls on a store with patients, once
 * with the flag and once without. The first answer must contain the patient, so that the request proves something.
 * The second must not. The test also fails for a new call without such a request.
 */
export { mayKnowType, PATIENT, UNFLAGGED_VIEWER, type Viewer, visibleTypes } from './asset-types.ts'
export { AUDIENCES, type Audience, type AudienceRights, mayReceive } from './audience.ts'
export { alertQuery, type FieldTest, visibleAssets, visibleTypeQuery } from './query-filter.ts'
export {
  mayNamePatients,
  tellsOfPatients,
  visibleAlert,
  visibleEncryptionLimits,
  visibleFence,
  visibleFields,
  visibleLinks,
} from './redaction.ts'
