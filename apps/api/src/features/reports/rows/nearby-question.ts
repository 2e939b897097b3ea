import { type CriteriaBody, messages } from '@wardtrack/contracts'
import { invalidMember } from '@wardtrack/service-kit'
import { findOnlyMember } from '../body-members.ts'
import { META_DATA } from '../own-fields.ts'

const MAX_TEXT = 200

/** Reference asset and searched assets of a nearby search. */
export type NearbyQuestion = {
  AssetType: string
  AssetId?: string
  SerialNo?: string
  /** asset type, otherwise a category of equipment */
  SurroundingAsset: string
}

/** Reads the parameters of a nearby search. @throws ApiError 400 naming the missing member */
export function readNearbyQuestion(body: CriteriaBody): NearbyQuestion {
  const { value, path } = findOnlyMember(body, META_DATA, messages.nearbyOnce) ?? {
    value: undefined,
    path: META_DATA,
  }
  if (typeof value !== 'object' || value === null) throw invalidMember(path, messages.nearbyNeeded)
  const read = (name: string): string | undefined => {
    const text: unknown = Reflect.get(value, name)
    if (text === undefined || text === null || text === '') return undefined
    if (typeof text !== 'string' || text.length > MAX_TEXT)
      throw invalidMember(`${path}.${name}`, messages.nearbyNeeded)
    return text.trim() || undefined
  }
  const readRequired = (name: string): string => {
    const text = read(name)
    if (text === undefined) throw invalidMember(`${path}.${name}`, messages.nearbyNeeded)
    return text
  }
  const AssetType = readRequired('AssetType')
  const [AssetId, SerialNo] = [read('AssetId'), read('SerialNo')]
  if (AssetId === undefined && SerialNo === undefined)
    throw invalidMember(`${path}.AssetId`, messages.nearbyNeeded)
  return {
    AssetType,
    ...(AssetId === undefined ? {} : { AssetId }),
    ...(SerialNo === undefined ? {} : { SerialNo }),
    SurroundingAsset: readRequired('SurroundingAsset'),
  }
}
