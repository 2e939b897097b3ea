import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ImportFile, ImportPreview } from '@wardtrack/contracts'
import { IMPORT_OPERATIONS, type ImportOperation } from '@wardtrack/contracts/import-operations'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { type UrlSchema, urlChoice, urlText } from '../../lib/url-state.ts'

/** Rows of a page of errors. */
export const ERROR_PAGE = 25

/** What is imported: the chosen type, and the file that is looked at; it stands in the address. */
export interface ImportView {
  readonly type: ImportOperation | 'none'
  readonly file: string
}

/** How the view stands in the address. */
export const importSchema: UrlSchema<ImportView> = {
  type: urlChoice<ImportOperation | 'none'>('type', ['none', ...IMPORT_OPERATIONS]),
  file: urlText('file'),
}

/** The newest files of this person. */
export const importListQuery = () =>
  queryOptions({
    queryKey: [KEYS.imports, 'list'],
    queryFn: async ({ signal }): Promise<ImportFile[]> => (await api.call('listImports', { signal })).data,
    staleTime: 0,
  })

/** One file with its first rows. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.imports, 'file', id],
    queryFn: async ({ signal }): Promise<ImportPreview> =>
      (await api.call('readImport', { params: { id }, signal })).data,
    staleTime: 0,
  })

/** A page of what is wrong with the rows of a file. */
export const importErrorsQuery = (id: string, run: string, page: number) =>
  queryOptions({
    queryKey: [KEYS.imports, 'errors', id, run, page],
    queryFn: ({ signal }) =>
      api.call('listImportErrors', { params: { id }, query: { page, pagesize: ERROR_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })
