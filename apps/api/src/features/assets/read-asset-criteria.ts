import type { CriteriaBody } from '@wardtrack/contracts'
import { CriteriaError, type CriteriaFields, type ReadCriteria, readCriteria } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'

/**
 * Reads criteria as a call got them.
 * @param pathPrefix where the criteria stand in the body, for the path of an error
 * @param sortFields what may be sorted by; the same fields when left out
 * @param defaultType the asset type of a list whose criteria name none
 * @throws ApiError 400 naming the member as it was sent
 */
export function criteriaOf(
  body: CriteriaBody,
  fields: CriteriaFields,
  pathPrefix = '',
  sortFields = fields,
  defaultType?: string,
): ReadCriteria {
  try {
    return readCriteria(body, fields, sortFields, defaultType)
  } catch (fault) {
    if (!(fault instanceof CriteriaError)) throw fault
    const path = [pathPrefix, fault.path].filter((part) => part !== '').join('.')
    throw new ApiError(fault.code, fault.message, { errors: [{ path, message: fault.message }] })
  }
}

/** 400 about a member of criteria. */
export const invalidCriteria = (path: string, message: string): ApiError =>
  new ApiError('invalid_criteria', message, { errors: [{ path, message }] })
