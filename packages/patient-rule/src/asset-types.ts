/** Asset type whose assets only people with the patient-data flag may see. */
export const PATIENT = 'Patient'

/** The person or system that asks, such as the actor of a session. */
export type Viewer = { readonly patientDataAccess: boolean }

/** A viewer without the patient-data flag, for data that is created once for all such viewers. */
export const UNFLAGGED_VIEWER: Viewer = { patientDataAccess: false }

/** Returns true if a viewer may know that assets of a type exist. */
export const mayKnowType = (viewer: Viewer, assetType: string): boolean =>
  viewer.patientDataAccess || assetType !== PATIENT

/** Returns the asset types that a viewer may know. */
export const visibleTypes = (assetTypes: readonly string[], viewer: Viewer): string[] =>
  assetTypes.filter((assetType) => mayKnowType(viewer, assetType))
