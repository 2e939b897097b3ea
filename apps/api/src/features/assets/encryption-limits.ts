import type { EncryptionLimits } from '@wardtrack/contracts'
import type { EncryptedPart, ReadCriteria } from '@wardtrack/database'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'

/** Members of an answer that say what encryption kept from being filtered and sorted, as far as the viewer may know. */
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
