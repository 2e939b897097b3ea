/** What can be imported; each is the name of the call that takes rows of it at once. */
export const IMPORT_OPERATIONS = ['importCsv', 'importTagToAsset', 'importMetaDataMapping'] as const
/** One of {@link IMPORT_OPERATIONS}. */
export type ImportOperation = (typeof IMPORT_OPERATIONS)[number]

/** Formats of files that are imported. */
export const IMPORT_FORMATS = ['csv', 'json', 'xml'] as const
/** One of {@link IMPORT_FORMATS}. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Bounds of what is imported. */
export const IMPORT_LIMITS = {
  /** rows of one call */
  callRows: 20_000,
  /** rows of a file */
  fileRows: 500_000,
  /** bytes of a file */
  fileBytes: 64 * 1024 * 1024,
  columns: 500,
  /** rows of a file that are shown before it is imported */
  previewRows: 50,
  /** rows of a file of metadata mappings: they are merged as one change */
  mappingRows: 20_000,
} as const

/** Columns that a file of each operation needs. */
export const REQUIRED_COLUMNS: Readonly<Record<ImportOperation, readonly string[]>> = {
  importCsv: ['AssetType', 'AssetId'],
  importTagToAsset: ['AssetId', 'Provider', 'TagId'],
  importMetaDataMapping: ['AssetType', 'Name'],
}

/** Columns that every file of an operation may have beside the required ones; files of assets have the mapping's too. */
export const OPTIONAL_COLUMNS: Readonly<Record<ImportOperation, readonly string[]>> = {
  importCsv: ['CustomTags'],
  importTagToAsset: ['AssetType', 'IsPrimary'],
  importMetaDataMapping: ['Alias', 'Model', 'tableKey', 'filterFlag', 'inputType', 'Option', 'OptionAlias'],
}

/** Format of a file by the ending of its name; undefined for any other. */
export const importFormatOf = (fileName: string): ImportFormat | undefined => {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return IMPORT_FORMATS.find((format) => fileName.includes('.') && format === ending)
}
