import { createHash } from 'node:crypto'
import {
  type ImportColumn,
  type ImportOperation,
  type ImportStart,
  messages,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from '@wardtrack/contracts'
import type { Database, ImportDoc } from '@wardtrack/database'
import type { Viewer } from '@wardtrack/patient-rule'
import { invalid } from '@wardtrack/service-kit'
import type { Mapping } from './take-rows.ts'
import { plainName, USUAL_NAMES } from './usual-names.ts'
import type { ImportWriter } from './writing/import-writer.types.ts'

/** Column that exports have and imports ignore; an asset's place comes from its tags. */
const LOCATION = 'location'

/** Fields that columns of a register may be called differently, with their usual spelling. */
const FIELD_NAMES = ['AssetName', 'SerialNo', 'PrimaryCategory'] as const

/**
 * Returns the usual target of a column of an equipment register, unless the name belongs to another field.
 * @param fields fields with the column's name or alias
 */
function usualTarget(name: string, fields: readonly string[], fixed: readonly string[]): string | undefined {
  const plain = plainName(name)
  const usual = USUAL_NAMES.get(plain)
  if (usual) return fields.every((field) => field === usual) ? usual : undefined
  if (fields.length > 0) return undefined
  return [...fixed, ...FIELD_NAMES].find((target) => plainName(target) === plain)
}

/**
 * Maps the columns of a file to targets by name. Unknown columns, and columns with the target of an earlier column,
 * map to null. Assets are also found by the usual names of other registers, unless a column has the target's own name.
 */
export async function mapColumnsByName(
  writer: ImportWriter,
  operation: ImportOperation,
  names: readonly string[],
  viewer: Viewer,
): Promise<ImportColumn[]> {
  const fixed = [...REQUIRED_COLUMNS[operation], ...OPTIONAL_COLUMNS[operation]]
  const ownNames = new Set(names.map((name) => name.trim().toLowerCase()))
  const columns = await Promise.all(
    names.map(async (name): Promise<ImportColumn> => {
      const known = fixed.find((target) => target.toLowerCase() === name.trim().toLowerCase())
      if (known) return { name, target: known }
      if (name.trim().toLowerCase() === LOCATION) return { name, target: null }
      const fields = await writer.fieldsOf?.(name.trim(), viewer)
      const usual = fields
        ? usualTarget(name, fields, fixed)
        : fixed.find((target) => plainName(target) === plainName(name))
      if (usual && !ownNames.has(usual.toLowerCase())) return { name, target: usual }
      return { name, target: (await writer.mayStandFor(name.trim(), viewer)) ? name.trim() : null }
    }),
  )
  return columns.map((column, index) =>
    isRepeated(column, index, columns) ? { ...column, target: null } : column,
  )
}

/** Returns true if an earlier column has the same target. */
const isRepeated = ({ target }: ImportColumn, index: number, columns: readonly ImportColumn[]): boolean =>
  target !== null && columns.findIndex((column) => column.target === target) < index

/** Finds the targets chosen last time for a file with these columns. */
export async function rememberedMapping(
  db: Database,
  operation: ImportOperation,
  names: readonly string[],
): Promise<Mapping | undefined> {
  const found = await db.models.importMappings.findOne({ _id: digestOf(operation, names) })
  if (!found) return undefined
  return { columns: found.columns, ...(found.assetType ? { assetType: found.assetType } : {}) }
}

/** Maximum number of remembered mappings; the least recently imported ones are deleted. */
const MAX_REMEMBERED = 200

/** Remembers the targets of columns. */
export async function rememberMapping(
  db: Database,
  operation: ImportOperation,
  { columns, assetType }: Mapping,
): Promise<void> {
  const { importMappings } = db.models
  const _id = digestOf(
    operation,
    columns.map(({ name }) => name),
  )
  const doc = { columns: [...columns], ...(assetType ? { assetType } : {}), usedAt: new Date() }
  await importMappings.replaceOne({ _id }, { _id, ...doc }, { upsert: true })
  const older = await importMappings.find({}).sort({ usedAt: -1 }).skip(MAX_REMEMBERED).limit(10)
  for (const { _id: forgotten } of older) await importMappings.deleteOne({ _id: forgotten })
}

const digestOf = (operation: ImportOperation, names: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, ...names]))
    .digest('base64url')

/** Returns the message for a column with an invalid target: only asset imports can create fields. */
export const columnMessage = (operation: ImportOperation): string =>
  operation === 'importCsv' ? messages.importColumnName : messages.importColumnUnknown

/**
 * Reads the chosen targets of a file's columns.
 * @throws ApiError 400 naming each column with an invalid or repeated target
 */
export async function readChosenMapping(
  writer: ImportWriter,
  doc: ImportDoc,
  { columns, assetType }: ImportStart,
  viewer: Viewer,
): Promise<Mapping> {
  const isSameFile =
    columns.length === doc.columns.length &&
    columns.every(({ name }, index) => name === doc.columns[index]?.name)
  if (!isSameFile) throw invalid([{ path: 'columns', message: messages.importColumnsChanged }])
  const allowed = await Promise.all(
    columns.map(async ({ target }) => target === null || (await writer.mayStandFor(target, viewer))),
  )
  const wrong = columns.flatMap(({ name }, index) =>
    allowed[index]
      ? []
      : [{ path: `columns.${index}.target`, message: columnMessage(doc.operation), field: name }],
  )
  const twice = columns.flatMap((column, index) =>
    isRepeated(column, index, columns)
      ? [{ path: `columns.${index}.target`, message: messages.importColumnTwice, field: column.name }]
      : [],
  )
  const missing = REQUIRED_COLUMNS[doc.operation]
    .filter((name) => !columns.some(({ target }) => target === name))
    .filter((name) => name !== 'AssetType' || assetType === undefined)
    .map((field) => ({ path: 'columns', message: messages.importColumnMissing, field }))
  const problems = [...missing, ...wrong, ...twice]
  if (problems.length > 0) throw invalid(problems)
  return { columns, ...(assetType === undefined ? {} : { assetType }) }
}
