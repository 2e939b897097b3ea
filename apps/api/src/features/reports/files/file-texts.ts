import type { TableTexts } from '../../table-files/index.ts'
import { FILE_MEMBERS } from './file-members.ts'
import { FILE_TITLES } from './file-titles.ts'
import { FILE_VALUES, type FileValues } from './file-values.ts'

/** Texts of report files in one language. */
export type FileTexts = TableTexts & {
  filter: string
  noFilter: string
  period: string
  madeAt: string
  madeBy: string
  level: string
  search: string
  around: string
  any: string
  missing: string
  contains: (text: string) => string
  between: (from: string, to: string) => string
  since: (from: string) => string
  until: (to: string) => string
  more: (count: number) => string
  /** period text of reports that show the current state */
  now: string
  /** titles of pages, by their names in calls */
  titles: Readonly<Record<string, string>>
  /** labels of the members of rows and criteria */
  members: Readonly<Record<string, string>>
  /** labels of the codes in rows */
  values: FileValues
}

/** Texts that are not in a list by name. */
type Sentences = Omit<FileTexts, 'titles' | 'members' | 'values'>

const en: Sentences = {
  rowsSheet: 'Rows',
  factsSheet: 'About',
  rowsLabel: 'Rows',
  allRows: (count) => `All ${count}`,
  firstRows: (count, total) =>
    `The first ${count} of ${total}. Choose a narrower filter, or CSV for all rows.`,
  noRows: 'No results.',
  page: (page, pages) => `Page ${page} of ${pages}`,
  filter: 'Filter',
  noFilter: 'none',
  period: 'Period',
  madeAt: 'Created at',
  madeBy: 'Created by',
  level: 'Place level',
  search: 'Search',
  around: 'Around',
  any: 'or',
  missing: 'no value',
  contains: (text) => `contains “${text}”`,
  between: (from, to) => `from ${from} to ${to}`,
  since: (from) => `since ${from}`,
  until: (to) => `until ${to}`,
  more: (count) => `and ${count} more`,
  now: 'State at the time of creation',
}

const de: Sentences = {
  rowsSheet: 'Zeilen',
  factsSheet: 'Über',
  rowsLabel: 'Zeilen',
  allRows: (count) => `Alle ${count}`,
  firstRows: (count, total) =>
    `Die ersten ${count} von ${total}. Wählen Sie einen engeren Filter, oder CSV für alle Zeilen.`,
  noRows: 'Keine Ergebnisse.',
  page: (page, pages) => `Seite ${page} von ${pages}`,
  filter: 'Filter',
  noFilter: 'keiner',
  period: 'Zeitraum',
  madeAt: 'Erstellt am',
  madeBy: 'Erstellt von',
  level: 'Ortsebene',
  search: 'Suche',
  around: 'Rund um',
  any: 'oder',
  missing: 'kein Wert',
  contains: (text) => `enthält „${text}“`,
  between: (from, to) => `von ${from} bis ${to}`,
  since: (from) => `seit ${from}`,
  until: (to) => `bis ${to}`,
  more: (count) => `und ${count} weitere`,
  now: 'Stand zum Zeitpunkt der Erstellung',
}

const es: Sentences = {
  rowsSheet: 'Filas',
  factsSheet: 'Acerca de',
  rowsLabel: 'Filas',
  allRows: (count) => `Todas: ${count}`,
  firstRows: (count, total) =>
    `Las primeras ${count} de ${total}. Elija un filtro más estrecho, o CSV para todas las filas.`,
  noRows: 'Sin resultados.',
  page: (page, pages) => `Página ${page} de ${pages}`,
  filter: 'Filtro',
  noFilter: 'ninguno',
  period: 'Periodo',
  madeAt: 'Creado el',
  madeBy: 'Creado por',
  level: 'Nivel de lugar',
  search: 'Búsqueda',
  around: 'Alrededor de',
  any: 'o',
  missing: 'sin valor',
  contains: (text) => `contiene «${text}»`,
  between: (from, to) => `de ${from} a ${to}`,
  since: (from) => `desde ${from}`,
  until: (to) => `hasta ${to}`,
  more: (count) => `y ${count} más`,
  now: 'Estado en el momento de la creación',
}

const SENTENCES: Readonly<Record<string, Sentences>> = { en, de, es }

/**
 * Returns the texts of a reader's language, or English when the language is not available.
 * @param language a tag such as `de-AT`
 */
export function fileTexts(language = ''): FileTexts {
  const short = language.slice(0, 2)
  const known = short in SENTENCES ? short : 'en'
  return {
    ...(SENTENCES[known] ?? en),
    titles: FILE_TITLES[known] ?? {},
    members: FILE_MEMBERS[known] ?? {},
    values: FILE_VALUES[known] ?? {},
  }
}
