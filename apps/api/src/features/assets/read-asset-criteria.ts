import type { CriteriaBody } from '@wardtrack/contracts'
import { CriteriaError, type CriteriaFields, type ReadCriteria, readCriteria } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'

/**
 * Reads the criteria of a call.
 * @param pathPrefix path of the criteria in the body, for error messages
 * @param sortFields sortable fields; the filter fields when omitted
 * @param defaultType asset type when the criteria name none
 * @throws ApiError 400 naming the member as sent
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

/** Creates the 400 error about a member of criteria. */
export const invalidCriteria = (path: string, message: string): ApiError =>
  new ApiError('invalid_criteria', message, { errors: [{ path, message }] })
