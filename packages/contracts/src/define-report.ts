import { z } from 'zod'
import type { CallName } from './routes.ts'
import { encryptionLimits } from './shapes/criteria.ts'
import type { ReportColumn } from './shapes/report.ts'

/** A text in each language of files. */
export type FileText = Readonly<Record<'en' | 'de' | 'es', string>>

/** Criteria of a report besides those of assets, by their subject. `place` and `two-places` are those of a row. */
export type ReportCriteriaKind = 'place' | 'two-places' | 'home-and-place' | 'geofence' | 'days'

type KeyOf<Row extends z.ZodObject> = Extract<keyof z.output<Row>, string>

type Declaration<Row extends z.ZodObject, More extends z.core.$ZodShape> = {
  row: Row
  /** further members of the response besides the rows */
  more?: More
  /** title of files; the heading of the response when omitted */
  title?: FileText
  /** columns of files in their order: members of a row, each with its heading where that differs */
  columns: readonly (KeyOf<Row> | readonly [key: KeyOf<Row>, label: string])[]
  /** texts of stored codes in files, by column and code */
  codes?: { readonly [key in KeyOf<Row>]?: Readonly<Record<string, FileText>> }
  /** heading in responses; the name of the report when omitted */
  label?: string
  /** further names that calls accept */
  aliases?: readonly string[]
  criteria?: ReportCriteriaKind
  /** call that returns only this report's rows and that descriptions name; `readReport` when omitted */
  call?: CallName
}

/** Declaration of a report besides the shape of its response: its files and its criteria. */
export type ReportTraits = Pick<
  Declaration<z.ZodObject, z.core.$ZodShape>,
  'title' | 'label' | 'aliases' | 'criteria' | 'call'
> & {
  columns: readonly ReportColumn[]
  codes?: Readonly<Record<string, Readonly<Record<string, FileText>> | undefined>>
}

/** Returns the shape of a page of rows, with their total number and further members. */
const answerOf = <Row extends z.ZodObject, More extends z.core.$ZodShape>(row: Row, more: More) =>
  z.object({ assets: z.array(row), maxAssets: z.number(), ...encryptionLimits, ...more })

/** Further members of a response that has only rows. */
const NO_MORE = {} satisfies z.core.$ZodShape

/** Declares a report for server, console, files and OpenAPI document. */
export function defineReport<Row extends z.ZodObject, const More extends z.core.$ZodShape = typeof NO_MORE>({
  row,
  more,
  columns,
  ...traits
}: Declaration<Row, More>): ReportTraits & { answer: ReturnType<typeof answerOf<Row, More>> } {
  return {
    ...traits,
    columns: columns.map((column) =>
      typeof column === 'string' ? { key: column, label: column } : { key: column[0], label: column[1] },
    ),
    answer: answerOf(row, more ?? (NO_MORE as More)),
  }
}
