import { mayKnowType, UNFLAGGED_VIEWER, type Viewer } from '@wardtrack/patient-rule'

/**
 * Parts of the search index. Terms of patients are marked. A search without the patient-data flag reads only the
 * other part, and takes the same time as without any patients.
 */
export type SearchPart = 'patients' | 'others'

/** Prefix of each term of a patient. No typed text contains it. */
const PATIENT_MARK = '\u0002'

/** Returns the part for assets of a type. */
export const searchPartOf = (assetType: string): SearchPart =>
  mayKnowType(UNFLAGGED_VIEWER, assetType) ? 'others' : 'patients'

/**
 * Returns the parts that a viewer's search must read.
 * @param types the only wanted asset types; any type when left out
 */
export function searchedParts(viewer: Viewer, types?: readonly unknown[]): SearchPart[] {
  const wanted = new Set(types?.map((type) => searchPartOf(String(type))) ?? ['others', 'patients'])
  const permitted: readonly SearchPart[] = viewer.patientDataAccess ? ['others', 'patients'] : ['others']
  return permitted.filter((part) => wanted.has(part))
}

/** Returns a term as stored for assets of a part. */
export const storedTerm = (term: string, part: SearchPart): string =>
  part === 'patients' ? PATIENT_MARK + term : term

/** Reads the term and the part from a stored term. */
export const readTerm = (stored: string): { term: string; part: SearchPart } =>
  stored.startsWith(PATIENT_MARK)
    ? { term: stored.slice(PATIENT_MARK.length), part: 'patients' }
    : { term: stored, part: 'others' }
