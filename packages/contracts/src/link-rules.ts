/** Who may be linked with whom, for the server and the console alike. Free of zod, for the browser. */
const PATIENT = 'Patient'
const CLINICIAN = 'Clinician'
const PEOPLE_TYPES: readonly string[] = [CLINICIAN, PATIENT]

/**
 * Whether two asset types may be linked: people with each other, and anything else with people. A type with
 * itself never is.
 */
export function mayLink(type: string, otherType: string): boolean {
  return type !== otherType && (PEOPLE_TYPES.includes(type) || PEOPLE_TYPES.includes(otherType))
}

/**
 * The asset types that somebody is offered to link an asset with: equipment (and types of the house) with people, people
 * with the other kind of people. Without the patient-data flag there are no patients.
 * @returns none where nothing can be added
 */
export function offeredLinkTypes(assetType: string, patientDataAccess: boolean): string[] {
  if (!patientDataAccess) return PEOPLE_TYPES.includes(assetType) ? [] : [CLINICIAN]
  return [PATIENT, CLINICIAN].filter((type) => type !== assetType)
}
