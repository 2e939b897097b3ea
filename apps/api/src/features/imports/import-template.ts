import {
  type ImportFormat,
  type ImportOperation,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import { csvLine } from '@wardtrack/service-kit'

/** Excel versions that read a CSV without this mark assume the local encoding instead of UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
const ELEMENT_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/

/**
 * Creates a file with all importable columns and no importable row. A CSV file has only its header. Other formats
 * have one row of empty cells, which an import skips or refuses.
 */
export function importTemplate(
  operation: ImportOperation,
  format: ImportFormat,
  types: MetadataDoc['types'],
  viewer: Viewer,
): string {
  const columns = templateColumns(operation, types, viewer)
  if (format === 'csv') return BYTE_ORDER_MARK + csvLine(columns)
  if (format === 'json')
    return `${JSON.stringify([Object.fromEntries(columns.map((name) => [name, '']))], null, 2)}\n`
  const cells = columns.map((name) => `    ${emptyCell(name)}\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rows>\n  <row>\n${cells}  </row>\n</rows>\n`
}

function templateColumns(operation: ImportOperation, types: MetadataDoc['types'], viewer: Viewer): string[] {
  const required = REQUIRED_COLUMNS[operation]
  const optional = OPTIONAL_COLUMNS[operation]
  if (operation !== 'importCsv') return [...required, ...optional]
  const aliases = visibleTypes(Object.keys(types), viewer).flatMap((type) =>
    Object.entries(types[type] ?? {}).map(([name, { Alias }]) => Alias || name),
  )
  return [...new Set([...required, ...aliases, ...optional])]
}

const emptyCell = (name: string): string =>
  ELEMENT_NAME.test(name) ? `<${name}></${name}>` : `<cell name="${escapeText(name)}"></cell>`

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
