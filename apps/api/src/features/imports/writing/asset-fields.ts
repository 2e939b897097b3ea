import { type AssetItem, assetItem, isEmptyText, type MetaEntry, messages } from '@wardtrack/contracts'
import { unguardFormulas } from '@wardtrack/service-kit'
import type { NamedRow, RowProblem } from './import-writer.types.ts'

type Entries = Readonly<Record<string, MetaEntry>>

/** Members of an item that are texts, whatever a cell looks like, and members that are numbers. */
const TEXTS: ReadonlySet<string> = new Set([
  'AssetType',
  'AssetId',
  'AssetName',
  'SerialNo',
  'PrimaryCategory',
  'Status',
])
const NUMBERS: ReadonlySet<string> = new Set(['VolumeInfused'])
const FIXED_NAMES = ['AssetType', 'AssetId', 'CustomTags']
const TAG_SEPARATOR = ';'

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Returns the field name of a column's target in one type: a name or alias of the mapping, otherwise the target
 * itself.
 */
export function fieldName(target: string, entries: Entries): string {
  const fixedName = FIXED_NAMES.find((name) => isSame(name, target))
  if (fixedName) return fixedName
  const names = Object.keys(entries)
  return (
    names.find((name) => name === target) ??
    names.find((name) => isSame(name, target)) ??
    names.find((name) => isSame(entries[name]?.Alias ?? '', target)) ??
    target
  )
}

/** Row as a pushed item with the column of each member, or its problems. */
export type ReadRow = { item: AssetItem; targets: ReadonlyMap<string, string> } | { problems: RowProblem[] }

/** Reads a row by the entries of its asset type. */
export function readAssetRow(row: NamedRow, entries: Entries): ReadRow {
  const members: Record<string, unknown> = {}
  const targets = new Map<string, string>()
  const problems: RowProblem[] = row.message === undefined ? [] : [{ target: '', message: row.message }]
  for (const [target, cell] of row.values) {
    const name = fieldName(target, entries)
    if (targets.has(name)) continue
    targets.set(name, target)
    if (holdsInexactNumber(cell)) {
      problems.push({ target, message: messages.importNumber })
      continue
    }
    const value = memberOf(name, cell, entries[name])
    if (!isEmptyText(value)) members[name] = value
    else targets.delete(name)
  }
  for (const name of ['AssetType', 'AssetId'])
    if (!targets.has(name)) problems.push({ target: name, message: messages.fieldRequired })
  if (problems.length > 0) return { problems }
  const read = assetItem.safeParse(members)
  if (read.success) return { item: read.data, targets }
  return {
    problems: read.error.issues.map(({ path, message }) => ({
      target: targets.get(String(path[0])) ?? String(path[0] ?? ''),
      message,
    })),
  }
}

/** Detects numbers that JSON can write but not represent exactly. */
const holdsInexactNumber = (cell: unknown): boolean =>
  [cell].flat().some((value) => typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))

function memberOf(name: string, cell: unknown, entry: MetaEntry | undefined): unknown {
  if (name === 'CustomTags') return tagsOf(cell)
  if (typeof cell === 'number') return TEXTS.has(name) ? String(cell) : cell
  if (typeof cell !== 'string') return cell
  const text = unguardFormulas(cell.trim())
  if (TEXTS.has(name)) return text
  if (NUMBERS.has(name)) return isPlainNumber(text) ? Number(text) : text
  const option = optionOf(text, entry)
  if (option !== undefined) return option
  // Only numbers are exported with a minus sign and no apostrophe before it.
  return cell.startsWith('-') && isPlainNumber(text) ? Number(text) : text
}

/** Returns true if a text is the exact form of a number, so that conversion loses nothing. */
export const isPlainNumber = (text: string): boolean =>
  String(Number(text)) === text && Number.isFinite(Number(text))

/** Reads a list from an export or from a JSON file. */
function tagsOf(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  const tags = unguardFormulas(cell).split(TAG_SEPARATOR)
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '')
}

/** Finds an option by name or alias. */
function optionOf(text: string, entry: MetaEntry | undefined): string | undefined {
  const options = Object.entries(entry?.Options ?? {})
  return (
    options.find(([name]) => name === text)?.[0] ??
    options.find(([, { alias }]) => alias === text)?.[0] ??
    options.find(([name, { alias }]) => isSame(name, text) || isSame(alias, text))?.[0]
  )
}
