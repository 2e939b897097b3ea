/** Hours that a one-time password is good for, unless the Security setting says otherwise. */
export const DEFAULT_ONE_TIME_HOURS = 72
/** Most hours that it may be good for. */
export const MAX_ONE_TIME_HOURS = 720

/** Asset types that the product itself speaks of: devices have states, patients a rule of their own. */
export const NEEDED_ASSET_TYPES: readonly string[] = ['Equipment', 'Clinician', 'Patient']
/** Most assets that countMetaDataMapping counts; as many are said to be as many or more. */
export const MAX_COUNTED_USE = 100_000
