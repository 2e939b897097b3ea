import { IMPORT_LIMITS, type ImportPreview, OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from '@wardtrack/contracts'
import type { ImportDoc } from '@wardtrack/database'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import type { MetadataStore } from '../metadata/index.ts'
import type { ImportFiles } from './import-files.ts'
import { readTable } from './reading/table.ts'

/** What is told of a file before it is imported. */
export type PreviewedFile = Pick<ImportPreview, 'targets' | 'assetTypes' | 'preview'>

/** Characters of a cell that are shown. */
const MAX_CELL = 200

/** What a file can be taken for, and its first rows as texts. */
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
    preview: (await files.isThere(doc._id)) ? await firstRows(files, doc) : [],
  }
}

async function firstRows(files: ImportFiles, doc: ImportDoc): Promise<ImportPreview['preview']> {
  const names = doc.columns.map(({ name }) => name)
  const rows: ImportPreview['preview'] = []
  for await (const { line, cells } of readTable({ ...doc, path: files.pathOf(doc._id) }, names)) {
    rows.push({ line, cells: names.map((_name, index) => textOf(cells[index])) })
    if (rows.length >= IMPORT_LIMITS.previewRows) break
  }
  return rows
}

function textOf(cell: unknown): string {
  if (cell === undefined || cell === null) return ''
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text
}
