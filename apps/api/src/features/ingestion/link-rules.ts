import type { AssociationItem } from '@wardtrack/contracts'
import { type ItemRefusal, refuseItem } from '@wardtrack/ingestion'
import { PATIENT } from '@wardtrack/patient-rule'

const PEOPLE_TYPES: readonly string[] = ['Clinician', PATIENT]

/**
 * Whether two asset types may be linked: people with each other, and anything else with people. A type with
 * itself never is.
 */
export function mayLink(type: string, otherType: string): boolean {
  return type !== otherType && (PEOPLE_TYPES.includes(type) || PEOPLE_TYPES.includes(otherType))
}

/** Checks an association against the rules; the store is not looked at. */
export function linkRefusal(item: AssociationItem, types: readonly string[]): ItemRefusal | undefined {
  for (const side of ['from', 'to'] as const)
    if (!types.includes(item[side].AssetType))
      return refuseItem(`${side}.AssetType`, 'validation', 'The metadata mapping has no such asset type.')
  if (mayLink(item.from.AssetType, item.to.AssetType)) return undefined
  return refuseItem('to.AssetType', 'validation', 'These asset types are not linked with each other.')
}
