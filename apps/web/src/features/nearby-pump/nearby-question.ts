import { type UrlSchema, urlChoice, urlText } from '../../lib/url-state.ts'

/** Values of the search for assets around an asset. */
export interface NearbyQuestion {
  readonly assetType: string
  /** Asset ID or serial number. */
  readonly asset: string
  readonly namedBy: 'AssetId' | 'SerialNo'
  /** An asset type, or a category of equipment. */
  readonly around: string
}

/** Fields of the address for the search. */
export const NEARBY_QUESTION: UrlSchema<NearbyQuestion> = {
  assetType: urlText('type'),
  asset: urlText('asset'),
  namedBy: urlChoice('by', ['AssetId', 'SerialNo']),
  around: urlText('around'),
}

/** True if every value for the search is set. */
export const isComplete = ({ assetType, asset, around }: NearbyQuestion): boolean =>
  assetType !== '' && asset.trim() !== '' && around !== ''

/** Returns the search as a condition of the report; empty while a value is missing. */
export const nearbyConditions = (question: NearbyQuestion): Record<string, unknown>[] =>
  isComplete(question)
    ? [
        {
          metaData: {
            AssetType: question.assetType,
            [question.namedBy]: question.asset,
            SurroundingAsset: question.around,
          },
        },
      ]
    : []
