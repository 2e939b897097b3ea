import type { EncryptionLimits } from '@wardtrack/contracts'
import type { EncryptedPart, ReadCriteria } from '@wardtrack/database'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'

/**
 * Returns the response members that name the filters and sort fields unavailable because of encryption, as far as the
 * viewer may know.
 */
export function encryptionLimitsOf(
  { unfiltered = [], unsorted = [] }: Pick<ReadCriteria, 'unfiltered' | 'unsorted'>,
  viewer: Viewer,
): EncryptionLimits {
  const visible = (parts: readonly EncryptedPart[]): EncryptedPart[] =>
    parts.flatMap(({ field, AssetTypes: types }) => {
      const AssetTypes = visibleTypes(types, viewer)
      return AssetTypes.length > 0 ? [{ field, AssetTypes }] : []
    })
  const limits = { unfiltered: visible(unfiltered), unsorted: visible(unsorted) }
  return {
    ...(limits.unfiltered.length > 0 ? { unfiltered: limits.unfiltered } : {}),
    ...(limits.unsorted.length > 0 ? { unsorted: limits.unsorted } : {}),
  }
}
