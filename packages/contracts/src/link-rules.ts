/** The rules for links are shared by server and console, and free of zod for the browser. */
const PATIENT = 'Patient'
const CLINICIAN = 'Clinician'
const PEOPLE_TYPES: readonly string[] = [CLINICIAN, PATIENT]

/**
 * Returns true if two asset types may be linked: people with each other, and any other type with people. A type is
 * never linked with itself.
 */
export function mayLink(type: string, otherType: string): boolean {
  return type !== otherType && (PEOPLE_TYPES.includes(type) || PEOPLE_TYPES.includes(otherType))
}

/**
 * Returns the asset types that may be linked with an asset: equipment and custom types with people, and people with
 * the other kind of people. Without the patient-data flag there are no patients.
 * @returns empty list if no link is possible
 */
export function offeredLinkTypes(assetType: string, patientDataAccess: boolean): string[] {
  if (!patientDataAccess) return PEOPLE_TYPES.includes(assetType) ? [] : [CLINICIAN]
  return [PATIENT, CLINICIAN].filter((type) => type !== assetType)
}
