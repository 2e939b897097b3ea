/** Default validity of a one-time password in hours; the Security setting overrides it. */
export const DEFAULT_ONE_TIME_HOURS = 72
/** Maximum validity in hours. */
export const MAX_ONE_TIME_HOURS = 720

/** Asset types that the product needs: devices have states, and patients have specific access rules. */
export const NEEDED_ASSET_TYPES: readonly string[] = ['Equipment', 'Clinician', 'Patient']
/** Maximum number of assets that countMetaDataMapping counts; the result then means this number or more. */
export const MAX_COUNTED_USE = 100_000
