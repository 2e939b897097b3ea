import type { AssetRef } from '@wardtrack/contracts'
import { PATIENT, type Viewer } from '@wardtrack/patient-rule'
import type { AuditDetails } from '@wardtrack/service-kit'

/** Fields of an asset in an answer that show whether a patient is disclosed. */
export type AnsweredAsset = {
  _id: { toHexString(): string }
  AssetType: string
  Fields?: { Mappings?: Record<string, AssetRef[]> }
}

/** Most internal ids in one entry of the audit log; the number of patients is always complete. */
const MAX_IDS = 100

/** Counts the patients that an answer discloses, for its entry in the audit log. */
export type DisclosedPatients = {
  add(assets: Iterable<AnsweredAsset>): void
  /** details of the entry; empty for people without the patient-data flag, because no answer shows them patients */
  details(): AuditDetails
}

/** Creates the counter for one viewer. */
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

/** Returns the audit details about the patients among the assets of an answer. */
export function disclosedPatients(viewer: Viewer, assets: Iterable<AnsweredAsset>): AuditDetails {
  const disclosed = countDisclosedPatients(viewer)
  disclosed.add(assets)
  return disclosed.details()
}
