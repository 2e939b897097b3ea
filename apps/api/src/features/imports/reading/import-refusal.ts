import { ApiError } from '@wardtrack/service-kit/on-threads'

/** 400 for a file that cannot be read whole: why, and at which line where that is known. */
export function importRefusal(message: string, line?: number): ApiError {
  const place = line === undefined ? {} : { line }
  return new ApiError('import_refused', message, { errors: [{ path: 'file', message, ...place }] })
}
