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
import type { ImportWriter } from './writing/import-writer.types.ts'

/** Exports have it; an asset's place comes from its tags. */
const LOCATION = 'location'

/**
 * What the columns of a file stand for by their names; null for those that nobody could mean, and for those that would
 * stand for the same as a column before.
 */
export async function mapColumnsByName(
  writer: ImportWriter,
  operation: ImportOperation,
  names: readonly string[],
  viewer: Viewer,
): Promise<ImportColumn[]> {
  const fixed = [...REQUIRED_COLUMNS[operation], ...OPTIONAL_COLUMNS[operation]]
  const columns = await Promise.all(
    names.map(async (name): Promise<ImportColumn> => {
      const known = fixed.find((target) => target.toLowerCase() === name.trim().toLowerCase())
      if (known) return { name, target: known }
      if (name.trim().toLowerCase() === LOCATION) return { name, target: null }
      return { name, target: (await writer.mayStandFor(name.trim(), viewer)) ? name.trim() : null }
    }),
  )
  return columns.map((column, index) =>
    isRepeated(column, index, columns) ? { ...column, target: null } : column,
  )
}

/** Whether a column stands for the same as one before it. */
const isRepeated = ({ target }: ImportColumn, index: number, columns: readonly ImportColumn[]): boolean =>
  target !== null && columns.findIndex((column) => column.target === target) < index

/** What the columns of such a file were chosen to stand for last time. */
export async function rememberedMapping(
  db: Database,
  operation: ImportOperation,
  names: readonly string[],
): Promise<Mapping | undefined> {
  const found = await db.models.importMappings.findOne({ _id: digestOf(operation, names) })
  if (!found) return undefined
  return { columns: found.columns, ...(found.assetType ? { assetType: found.assetType } : {}) }
}

/** Files with other columns that are remembered; the ones that were not imported for longest are forgotten. */
const MAX_REMEMBERED = 200

/** Remembers what columns stand for. */
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

/** Why a column cannot stand for what is chosen: only assets have fields that are not there before. */
export const columnMessage = (operation: ImportOperation): string =>
  operation === 'importCsv' ? messages.importColumnName : messages.importColumnUnknown

/**
 * What the columns of a file were chosen to stand for, if that can be.
 * @throws ApiError 400 naming each column that cannot stand for what is chosen, or for what another does already
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
