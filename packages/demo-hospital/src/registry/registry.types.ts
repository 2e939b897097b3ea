import type { Rect } from '../plans/plan.types.ts'

export type AssetType = 'Equipment' | 'Patient' | 'Clinician'

export interface LocationTag {
  readonly Provider: string
  readonly TagId: string
  readonly IsPrimary: boolean
}

/** One item of `POST /api/ingest/assets`; further members are stored under the asset's Fields. */
export interface RegistryAsset {
  readonly AssetType: AssetType
  readonly AssetId: string
  readonly AssetName: string
  readonly PrimaryCategory: string
  readonly SerialNo?: string
  readonly Status?: string
  readonly Model?: string
  readonly Software?: string
  readonly DrugLibrary?: string
  /** Dates as YYYY-MM-DD. */
  readonly LastService?: string
  readonly NextService?: string
  readonly Owner?: string
  readonly Unit?: string
  readonly LocationTags: readonly LocationTag[]
}

export interface AssetName {
  readonly AssetType: AssetType
  readonly AssetId: string
}

/** One item of `POST /api/ingest/associations`. */
export interface RegistryAssociation {
  readonly from: AssetName
  readonly to: AssetName
  readonly action: 'link'
}

/** One item of `POST /location/api/ingest/hierarchies`. */
export interface RegistryHierarchy {
  readonly hierarchyId: string
  readonly fullName: readonly string[]
  /** Absent for a place of the internal hierarchy. */
  readonly provider?: string
  readonly mapId?: string
  readonly map?: { readonly name: string; readonly xDimension: number; readonly yDimension: number }
  /** Outline of a room in metres, because its map has no image yet when the outline is sent. */
  readonly outline?: Rect & { readonly unit: 'm' }
}

export interface RegistrySize {
  readonly equipment: number
  readonly patients: number
  readonly clinicians: number
}
