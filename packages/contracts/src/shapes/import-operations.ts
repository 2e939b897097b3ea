/** Kinds of imports; each is the name of the call that imports rows directly. */
export const IMPORT_OPERATIONS = ['importCsv', 'importTagToAsset', 'importMetaDataMapping'] as const
/** One of {@link IMPORT_OPERATIONS}. */
export type ImportOperation = (typeof IMPORT_OPERATIONS)[number]

/** File formats of imports. */
export const IMPORT_FORMATS = ['csv', 'json', 'xml'] as const
/** One of {@link IMPORT_FORMATS}. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Character encodings that are detected. */
const DETECTED_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be'] as const
/** Code pages of older programs. Files do not name theirs, so a person chooses it. */
export const CODE_PAGES = ['windows-1250', 'windows-1251', 'windows-1252', 'macintosh', 'gbk'] as const
/** Character encodings of imported files. */
export const IMPORT_ENCODINGS = [...DETECTED_ENCODINGS, ...CODE_PAGES] as const
/** One of {@link IMPORT_ENCODINGS}. */
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]

/** Limits of imports. */
export const IMPORT_LIMITS = {
  /** rows of one call */
  callRows: 20_000,
  /** rows of a file */
  fileRows: 500_000,
  /** bytes of a file */
  fileBytes: 64 * 1024 * 1024,
  columns: 500,
  /** rows of a file in the preview */
  previewRows: 50,
  /** rows of a csv file among which the header may be */
  headerRows: 20,
  /** rows of a file of metadata mappings, which are merged as one change */
  mappingRows: 20_000,
} as const

/** Required columns of each kind of import. */
export const REQUIRED_COLUMNS: Readonly<Record<ImportOperation, readonly string[]>> = {
  importCsv: ['AssetType', 'AssetId'],
  importTagToAsset: ['AssetId', 'Provider', 'TagId'],
  importMetaDataMapping: ['AssetType', 'Name'],
}

/** Optional columns of each kind of import; files of assets also have the mapping's. */
export const OPTIONAL_COLUMNS: Readonly<Record<ImportOperation, readonly string[]>> = {
  importCsv: ['CustomTags'],
  importTagToAsset: ['AssetType', 'IsPrimary'],
  importMetaDataMapping: ['Alias', 'Model', 'tableKey', 'filterFlag', 'inputType', 'Option', 'OptionAlias'],
}

/** Returns the format of a file by its extension; undefined for any other. */
export const importFormatOf = (fileName: string): ImportFormat | undefined => {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return IMPORT_FORMATS.find((format) => fileName.includes('.') && format === ending)
}
