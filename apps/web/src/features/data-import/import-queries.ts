import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ImportFile, ImportPreview } from '@wardtrack/contracts'
import { IMPORT_OPERATIONS, type ImportOperation } from '@wardtrack/contracts/import-operations'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { type UrlSchema, urlChoice, urlText } from '../../lib/url-state.ts'

/** Number of errors on a page. */
export const ERROR_PAGE = 25

/** Chosen type and open file, kept in the address. */
export interface ImportView {
  readonly type: ImportOperation | 'none'
  readonly file: string
}

/** Fields of the address for the view. */
export const importSchema: UrlSchema<ImportView> = {
  type: urlChoice<ImportOperation | 'none'>('type', ['none', ...IMPORT_OPERATIONS]),
  file: urlText('file'),
}

/** Query for the newest files of this user. */
export const importListQuery = () =>
  queryOptions({
    queryKey: [KEYS.imports, 'list'],
    queryFn: async ({ signal }): Promise<ImportFile[]> => (await api.call('listImports', { signal })).data,
    staleTime: 0,
  })

/** Query for one file with its first rows. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.imports, 'file', id],
    queryFn: async ({ signal }): Promise<ImportPreview> =>
      (await api.call('readImport', { params: { id }, signal })).data,
    staleTime: 0,
  })

/** Query for a page of the errors in a file's rows. */
export const importErrorsQuery = (id: string, run: string, page: number) =>
  queryOptions({
    queryKey: [KEYS.imports, 'errors', id, run, page],
    queryFn: ({ signal }) =>
      api.call('listImportErrors', { params: { id }, query: { page, pagesize: ERROR_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })
