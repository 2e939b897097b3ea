import { mayKnowType, UNFLAGGED_VIEWER, type Viewer } from '@wardtrack/patient-rule'

/**
 * The parts of what assets are searched by. The terms of patients are marked: a search without the patient-data flag
 * reads the other part of the store's index alone, and takes as long as if there were no patients.
 */
export type SearchPart = 'patients' | 'others'

/** Stands before each term of a patient. No text that people type holds it. */
const PATIENT_MARK = '\u0002'

/** The part that assets of a type belong to. */
export const searchPartOf = (assetType: string): SearchPart =>
  mayKnowType(UNFLAGGED_VIEWER, assetType) ? 'others' : 'patients'

/**
 * The parts that a viewer's search has to look at.
 * @param types the only asset types that are wanted; any when left out
 */
export function searchedParts(viewer: Viewer, types?: readonly unknown[]): SearchPart[] {
  const wanted = new Set(types?.map((type) => searchPartOf(String(type))) ?? ['others', 'patients'])
  const permitted: readonly SearchPart[] = viewer.patientDataAccess ? ['others', 'patients'] : ['others']
  return permitted.filter((part) => wanted.has(part))
}

/** A term as it is stored for assets of a part. */
export const storedTerm = (term: string, part: SearchPart): string =>
  part === 'patients' ? PATIENT_MARK + term : term

/** The term and the part of what is stored. */
export const readTerm = (stored: string): { term: string; part: SearchPart } =>
  stored.startsWith(PATIENT_MARK)
    ? { term: stored.slice(PATIENT_MARK.length), part: 'patients' }
    : { term: stored, part: 'others' }
