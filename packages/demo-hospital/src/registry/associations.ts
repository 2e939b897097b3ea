import { catalogueEntry } from './catalogue.ts'
import type { AssetName, RegistryAsset, RegistryAssociation } from './registry.types.ts'

function named({ AssetType, AssetId }: RegistryAsset): AssetName {
  return { AssetType, AssetId }
}

function link(from: RegistryAsset, to: RegistryAsset): RegistryAssociation {
  return { from: named(from), to: named(to), action: 'link' }
}

/**
 * Returns the associations: six of ten pumps belong to an inpatient, and every patient has a nurse or physician, who
 * is also associated with the patient's pumps.
 */
export function associations(
  equipment: readonly RegistryAsset[],
  patients: readonly RegistryAsset[],
  clinicians: readonly RegistryAsset[],
): RegistryAssociation[] {
  const carers = clinicians.filter((clinician) => clinician.PrimaryCategory !== 'Porter')
  const carerOf = (patientIndex: number) => carers[patientIndex % Math.max(1, carers.length)]
  const result: RegistryAssociation[] = []
  patients.forEach((patient, index) => {
    const carer = carerOf(index)
    if (carer) result.push(link(carer, patient))
  })
  const inpatients = patients.filter((patient) => patient.PrimaryCategory === 'Inpatient')
  const pumps = equipment.filter((asset) => catalogueEntry(asset.PrimaryCategory)?.infuses)
  pumps.forEach((pump, index) => {
    const patient = inpatients[Math.floor(index * 0.6) % Math.max(1, inpatients.length)]
    if (!patient || index % 5 >= 3) return
    result.push(link(pump, patient))
    const carer = carerOf(patients.indexOf(patient))
    if (carer) result.push(link(pump, carer))
  })
  return result
}
