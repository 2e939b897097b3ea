import { type AssociationItem, mayLink, messages } from '@wardtrack/contracts'
import { type ItemRefusal, refuseItem } from '@wardtrack/ingestion'

/** Checks an association against the rules, without reading the store. */
export function linkRefusal(item: AssociationItem, types: readonly string[]): ItemRefusal | undefined {
  for (const side of ['from', 'to'] as const)
    if (!types.includes(item[side].AssetType))
      return refuseItem(`${side}.AssetType`, 'validation', 'This asset type is not in the metadata mapping.')
  if (mayLink(item.from.AssetType, item.to.AssetType)) return undefined
  return refuseItem('to.AssetType', 'validation', messages.linkNotAllowed)
}
