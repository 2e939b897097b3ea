import { useQuery } from '@tanstack/react-query'
import { assetListQuery } from './queries.ts'

const EQUIPMENT = [{ AssetType: 'Equipment' }]

/**
 * Returns true if there is no equipment at all. @param hasNoRows true for an empty report; only then is the server
 * asked
 */
export function useNoEquipment(hasNoRows: boolean): boolean {
  const { data } = useQuery({ ...assetListQuery(EQUIPMENT, 1, 1), enabled: hasNoRows })
  return hasNoRows && data?.maxAssets === 0
}
