import { ApiError } from '@wardtrack/service-kit/on-threads'

/** Creates the 400 error of an unreadable file, with the reason and, where known, the line. */
export function importRefusal(message: string, line?: number): ApiError {
  const place = line === undefined ? {} : { line }
  return new ApiError('import_refused', message, { errors: [{ path: 'file', message, ...place }] })
}
