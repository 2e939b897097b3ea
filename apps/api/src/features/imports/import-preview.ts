import { type ImportPreview, OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from '@wardtrack/contracts'
import type { ImportDoc } from '@wardtrack/database'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import type { MetadataStore } from '../metadata/index.ts'
import type { ImportFiles } from './import-files.ts'
import { firstRowsOffThread } from './reading/read-off-thread.ts'
import type { TableSource } from './reading/thread-calls.ts'

/** Part of an import that the preview shows. */
export type PreviewedFile = Pick<ImportPreview, 'targets' | 'assetTypes' | 'preview'>

/** Lists the possible targets of a file's columns, and its first rows as texts. */
export async function previewFile(
  { files, metadata }: { files: ImportFiles; metadata: MetadataStore },
  doc: ImportDoc,
  viewer: Viewer,
): Promise<PreviewedFile> {
  const { types } = await metadata.read()
  const assetTypes = visibleTypes(Object.keys(types), viewer)
  const fixed = [...REQUIRED_COLUMNS[doc.operation], ...OPTIONAL_COLUMNS[doc.operation]]
  const targets = new Map(fixed.map((name) => [name, name]))
  if (doc.operation === 'importCsv')
    for (const type of assetTypes)
      for (const [name, { Alias }] of Object.entries(types[type] ?? {}))
        if (!targets.has(name)) targets.set(name, Alias || name)
  return {
    targets: [...targets].map(([name, label]) => ({ name, label })),
    assetTypes,
    preview: (await files.isThere(doc._id)) ? await firstRowsOffThread(await tableSource(files, doc)) : [],
  }
}

/** Returns the file of an import for reading its rows. @throws ApiError 409 when the file is missing */
export const tableSource = async (files: ImportFiles, doc: ImportDoc): Promise<TableSource> => {
  const { operation, format, encoding, delimiter, headerRow, columns } = doc
  return {
    file: {
      ...(await files.source(doc._id)),
      operation,
      format,
      encoding,
      ...(delimiter === undefined ? {} : { delimiter }),
      ...(headerRow === undefined ? {} : { headerRow }),
    },
    columns: columns.map(({ name }) => name),
  }
}
