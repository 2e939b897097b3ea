/**
 * The patient rule: for a person without the patient-data flag, patients do not exist. They are not listed, counted,
 * linked, named in an error, searched, exported or streamed; by id they are not found like any unknown id; as a value
 * in criteria the type matches nothing, and as a value to write it is an unknown type.
 *
 * The rule has four parts, and every service takes them from here:
 *
 * - **types** (`asset-types.ts`): which asset types a viewer knows of. For whatever chooses a type, or looks something
 *   up by one.
 * - **filter** (`query-filter.ts`): what a query must add so that it finds no patient. It is added after everything the
 *   caller sent, so that no caller can leave it out, and totals are counted with it.
 * - **redaction** (`redaction.ts`): what an answer may hold. An asset that may be seen can be linked with a patient, a
 *   geofence can apply to patients among others, an alert shows both.
 * - **audience** (`audience.ts`): which sessions receive an event of the live stream. Events are made once for all
 *   sessions, so who may receive them is decided by audience instead of by viewer.
 *
 * A viewer is whoever asks, in practice the actor of the request: its flag is read from the store at every request, and
 * a live stream reads it again when rights change.
 *
 * What holds the rule: a call whose answer can bear assets is declared `patient: true` in the contracts, and a test
 * fails when one is not. Another test calls each of those calls, over a store with patients, as a person with the flag
 * and as one without: the first must be told of the patient, so that the request proves something, and the second must
 * not. A handler that forgets the rule fails it, and so does a new call without such a request.
 */
export { mayKnowType, PATIENT, UNFLAGGED_VIEWER, type Viewer, visibleTypes } from './asset-types.ts'
export { AUDIENCES, type Audience, type AudienceRights, mayReceive } from './audience.ts'
export { alertQuery, type FieldTest, visibleAssets, visibleTypeQuery } from './query-filter.ts'
export {
  mayNamePatients,
  tellsOfPatients,
  visibleAlert,
  visibleFence,
  visibleFields,
  visibleLinks,
} from './redaction.ts'
