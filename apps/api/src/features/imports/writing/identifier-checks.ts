import { cleanIdentifier, messages } from '@wardtrack/contracts'
import type { Identity, NamedRow, RowProblem } from './import-writer.types.ts'
import { cellText } from './named-rows.ts'

/** Warning about an accepted row: the line of the row that it is compared with, or the invisible character. */
export type RowWarning = RowProblem & { otherLine?: number; character?: string }

const IDENTIFIERS = ['AssetId', 'TagId', 'SerialNo'] as const
/** Number in the short form of spreadsheets: `1,23457E+11`. */
const SHORTENED = /^\d(?:[.,]\d{1,15})?E[+-]\d{2,3}$/i
/** Dates that spreadsheets make of `1-3` and `3/2026`, in three languages: `01. Mrz`, `Mar-26`. */
const DAY =
  /^\d{1,2}[-./ ]{1,2}(?:jan|feb|mar|mär|mrz|apr|abr|ma[yi]|jun|jul|aug|ago|sep|o[ck]t|nov|de[cz]|dic|ene)$/i
const MONTH =
  /^(?:jan|feb|mar|mär|mrz|apr|abr|ma[yi]|jun|jul|aug|ago|sep|o[ck]t|nov|de[cz]|dic|ene)[-./ ]{1,2}\d{2,4}$/i
const INVISIBLE = /\p{Cf}|\u00a0/u

/** Returns true if a spreadsheet has shortened an identifier, so that many have the same text. */
export const isShortened = (cell: unknown): boolean => typeof cell === 'string' && SHORTENED.test(cell.trim())

/** Warnings about identifiers in the rows of a file. It remembers every identifier until the end of the import. */
export class IdentifierChecks {
  private readonly identity: Identity | undefined
  /** lines of accepted rows, by compared form */
  private readonly lines = new Map<string, number>()
  /** compared forms by their letters and digits in lower case */
  private readonly similar = new Map<string, string>()

  constructor(identity: Identity | undefined) {
    this.identity = identity
  }

  /** Remembers an accepted row. @returns its warnings, and whether it replaces an earlier row */
  take({ line, values }: NamedRow): { warnings: RowWarning[]; isRepeat: boolean } {
    const warnings = IDENTIFIERS.flatMap((target) => warningsOfCell(target, values.get(target)))
    if (!this.identity) return { warnings, isRepeat: false }
    const { target, within, keyOf } = this.identity
    const prefix = `${cellText(values.get(within))}\n`
    const key = prefix + keyOf(cellText(values.get(target)))
    const earlier = this.lines.get(key)
    this.lines.set(key, line)
    if (earlier !== undefined)
      return {
        warnings: [...warnings, { target, message: messages.importRepeat, otherLine: earlier }],
        isRepeat: true,
      }
    const plain =
      prefix +
      key
        .slice(prefix.length)
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
    const near = this.lines.get(this.similar.get(plain) ?? '')
    if (near === undefined) this.similar.set(plain, key)
    else warnings.push({ target, message: messages.importNear, otherLine: near })
    return { warnings, isRepeat: false }
  }
}

function warningsOfCell(target: string, cell: unknown): RowWarning[] {
  if (typeof cell !== 'string') return []
  const warnings: RowWarning[] = []
  if (isShortened(cell)) warnings.push({ target, message: messages.importShortened })
  else if (DAY.test(cell.trim()) || MONTH.test(cell.trim()))
    warnings.push({ target, message: messages.importDate })
  const [character] = INVISIBLE.exec(cell) ?? []
  if (character) warnings.push({ target, message: messages.importInvisible, character: nameOf(character) })
  return warnings
}

/** Names of the invisible characters that documents and web pages leave in copied texts. */
const NAMES: Readonly<Record<string, string>> = {
  '00A0': 'NO-BREAK SPACE',
  '00AD': 'SOFT HYPHEN',
  '200B': 'ZERO WIDTH SPACE',
  '200C': 'ZERO WIDTH NON-JOINER',
  '200D': 'ZERO WIDTH JOINER',
  '200E': 'LEFT-TO-RIGHT MARK',
  '200F': 'RIGHT-TO-LEFT MARK',
  '2060': 'WORD JOINER',
  FEFF: 'ZERO WIDTH NO-BREAK SPACE',
}

function nameOf(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return NAMES[number] ? `U+${number} ${NAMES[number]}` : `U+${number}`
}

/** Identity of a row of assets. */
export const ASSET_IDENTITY: Identity = { target: 'AssetId', within: 'AssetType', keyOf: cleanIdentifier }
