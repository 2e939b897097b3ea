import { cleanIdentifier, messages } from '@wardtrack/contracts'
import type { Identity, NamedRow, RowProblem } from './import-writer.types.ts'
import { LinesByIdentity } from './lines-by-identity.ts'
import { cellText } from './named-rows.ts'

/** Warning about an accepted row: the line of the row that it is compared with, or the invisible character. */
export type RowWarning = RowProblem & { otherLine?: number; character?: string }

const IDENTIFIERS = ['AssetId', 'TagId', 'SerialNo'] as const
/** Long number in the short form of spreadsheets: `1,23457E+11`. A minus sign is part of other ids: `3E-12`. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+\d+$/i
/** Dates that spreadsheets make of `1-3` and `3/2026`, in three languages: `01. Mrz`, `Mar-26`. */
const DAY =
  /^\d{1,2}[-./ ]{1,2}(?:jan|feb|mar|mär|mrz|apr|abr|ma[yi]|jun|jul|aug|ago|sep|o[ck]t|nov|de[cz]|dic|ene)$/i
const MONTH =
  /^(?:jan|feb|mar|mär|mrz|apr|abr|ma[yi]|jun|jul|aug|ago|sep|o[ck]t|nov|de[cz]|dic|ene)[-./ ]{1,2}\d{2,4}$/i
const INVISIBLE = /\p{Cf}|\u00a0/u

/** Returns true if a spreadsheet has shortened an identifier, so that many have the same text. */
export const isShortened = (cell: unknown): cell is string =>
  typeof cell === 'string' && SHORTENED.test(cell.trim())

/** Returns the problem of a shortened id, which names it. A serial number may be encrypted, so it is never named. */
export const shortenedProblem = (target: string, cell: string): RowProblem => ({
  target,
  message: messages.importShortened,
  value: cell.trim().slice(0, MAX_VALUE),
})

const MAX_VALUE = 40

/** Warnings about identifiers in the rows of a file. It remembers the line of every identifier. */
export class IdentifierChecks {
  private readonly identity: Identity | undefined
  /** newest lines of accepted rows by compared form, and by its letters and digits in lower case */
  private readonly lines: LinesByIdentity
  private readonly similar: LinesByIdentity

  /** @param most maximum number of rows */
  constructor(identity: Identity | undefined, most: number) {
    this.identity = identity
    this.lines = new LinesByIdentity(identity ? most : 0)
    this.similar = new LinesByIdentity(identity ? most : 0)
  }

  /** Remembers an accepted row. @returns its warnings, and whether it replaces an earlier row */
  take({ line, values }: NamedRow): { warnings: RowWarning[]; isRepeat: boolean } {
    const warnings = IDENTIFIERS.flatMap((target) => warningsOfCell(target, values.get(target)))
    if (!this.identity) return { warnings, isRepeat: false }
    const { target, within, keyOf } = this.identity
    const prefix = `${cellText(values.get(within))}\n`
    const key = keyOf(cellText(values.get(target)))
    const plain = key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    const earlier = this.lines.note(prefix + key, line)
    const near = this.similar.note(prefix + plain, line)
    if (earlier !== undefined)
      return {
        warnings: [...warnings, { target, message: messages.importRepeat, otherLine: earlier }],
        isRepeat: true,
      }
    if (near !== undefined) warnings.push({ target, message: messages.importNear, otherLine: near })
    return { warnings, isRepeat: false }
  }
}

function warningsOfCell(target: string, cell: unknown): RowWarning[] {
  if (typeof cell !== 'string') return []
  const warnings: RowWarning[] = []
  if (DAY.test(cell.trim()) || MONTH.test(cell.trim()))
    warnings.push({ target, message: messages.importDate })
  else if (isShortened(cell)) warnings.push({ target, message: messages.importShortened })
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
