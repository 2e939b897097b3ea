import type { AssetRef } from '@wardtrack/contracts'
import { PATIENT, type Viewer } from '@wardtrack/patient-rule'
import type { AuditDetails } from '@wardtrack/service-kit'

/** What is looked at of an asset that is answered. */
export type AnsweredAsset = {
  _id: { toHexString(): string }
  AssetType: string
  Fields?: { Mappings?: Record<string, AssetRef[]> }
}

/** Internal ids that an entry of the audit log carries at most; how many patients there were it always says. */
const MAX_IDS = 100

/** Counts which patients an answer tells of, for its entry in the audit log. */
export type DisclosedPatients = {
  add(assets: Iterable<AnsweredAsset>): void
  /** nothing for people without the patient-data flag: no answer tells them of any */
  details(): AuditDetails
}

/** Begins to count for one viewer. */
export function countDisclosedPatients(viewer: Viewer): DisclosedPatients {
  const ids: string[] = []
  let patients = 0
  let linked = 0
  return {
    add: (assets) => {
      if (!viewer.patientDataAccess) return
      for (const { _id, AssetType, Fields } of assets) {
        linked += Fields?.Mappings?.[PATIENT]?.length ?? 0
        if (AssetType !== PATIENT) continue
        patients += 1
        if (ids.length < MAX_IDS) ids.push(_id.toHexString())
      }
    },
    details: () => {
      if (!viewer.patientDataAccess) return {}
      return {
        patients,
        ...(ids.length > 0 ? { patientIds: ids } : {}),
        ...(linked > 0 ? { linkedPatients: linked } : {}),
      }
    },
  }
}

/** What an answer with these assets tells of patients. */
export function disclosedPatients(viewer: Viewer, assets: Iterable<AnsweredAsset>): AuditDetails {
  const disclosed = countDisclosedPatients(viewer)
  disclosed.add(assets)
  return disclosed.details()
}
