/** Asset type whose assets only people with the patient-data flag may see. */
export const PATIENT = 'Patient'

/** Whoever asks: the actor of a session is one. */
export type Viewer = { readonly patientDataAccess: boolean }

/** Anybody without the patient-data flag: for what is made once for all of them. */
export const UNFLAGGED_VIEWER: Viewer = { patientDataAccess: false }

/** Whether a viewer knows that assets of a type exist. */
export const mayKnowType = (viewer: Viewer, assetType: string): boolean =>
  viewer.patientDataAccess || assetType !== PATIENT

/** The asset types among some that a viewer knows of. */
export const visibleTypes = (assetTypes: readonly string[], viewer: Viewer): string[] =>
  assetTypes.filter((assetType) => mayKnowType(viewer, assetType))
