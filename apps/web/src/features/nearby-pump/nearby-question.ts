import { type UrlSchema, urlChoice, urlText } from '../../lib/url-state.ts'

/** What somebody wants to know: what stands around which asset. */
export interface NearbyQuestion {
  readonly assetType: string
  /** Asset ID or serial number. */
  readonly asset: string
  readonly namedBy: 'AssetId' | 'SerialNo'
  /** An asset type, or a category of equipment. */
  readonly around: string
}

/** How the question stands in the address. */
export const NEARBY_QUESTION: UrlSchema<NearbyQuestion> = {
  assetType: urlText('type'),
  asset: urlText('asset'),
  namedBy: urlChoice('by', ['AssetId', 'SerialNo']),
  around: urlText('around'),
}

/** Whether everything is set that the search needs. */
export const isComplete = ({ assetType, asset, around }: NearbyQuestion): boolean =>
  assetType !== '' && asset.trim() !== '' && around !== ''

/** The question as a condition of the report; none while something is missing. */
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
