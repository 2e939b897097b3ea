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
    `The first ${count} of ${total}. A file of this kind holds no more: choose a narrower filter, or CSV for all rows.`,
  noRows: 'There is nothing to report.',
  page: (page, pages) => `Page ${page} of ${pages}`,
  filter: 'Filter',
  noFilter: 'none',
  period: 'Period',
  madeAt: 'Made at',
  madeBy: 'Made by',
  level: 'Level of places',
  search: 'Search',
  around: 'Around',
  any: 'or',
  missing: 'nothing',
  contains: (text) => `contains “${text}”`,
  between: (from, to) => `from ${from} to ${to}`,
  since: (from) => `since ${from}`,
  until: (to) => `until ${to}`,
  more: (count) => `and ${count} more`,
  now: 'As it is at the time at which this was made',
}

const de: Sentences = {
  rowsSheet: 'Zeilen',
  factsSheet: 'Über',
  rowsLabel: 'Zeilen',
  allRows: (count) => `Alle ${count}`,
  firstRows: (count, total) =>
    `Die ersten ${count} von ${total}. Mehr fasst eine solche Datei nicht: enger filtern, oder alle Zeilen als CSV.`,
  noRows: 'Es gibt nichts zu berichten.',
  page: (page, pages) => `Seite ${page} von ${pages}`,
  filter: 'Filter',
  noFilter: 'keiner',
  period: 'Zeitraum',
  madeAt: 'Erstellt am',
  madeBy: 'Erstellt von',
  level: 'Ebene der Orte',
  search: 'Suche',
  around: 'Rund um',
  any: 'oder',
  missing: 'nichts',
  contains: (text) => `enthält „${text}“`,
  between: (from, to) => `von ${from} bis ${to}`,
  since: (from) => `seit ${from}`,
  until: (to) => `bis ${to}`,
  more: (count) => `und ${count} weitere`,
  now: 'Wie es zum Zeitpunkt der Erstellung war',
}

const es: Sentences = {
  rowsSheet: 'Filas',
  factsSheet: 'Acerca de',
  rowsLabel: 'Filas',
  allRows: (count) => `Todas: ${count}`,
  firstRows: (count, total) =>
    `Las primeras ${count} de ${total}. Un archivo así no admite más: elija un filtro más estrecho, o CSV para todas.`,
  noRows: 'No hay nada que informar.',
  page: (page, pages) => `Página ${page} de ${pages}`,
  filter: 'Filtro',
  noFilter: 'ninguno',
  period: 'Período',
  madeAt: 'Creado el',
  madeBy: 'Creado por',
  level: 'Nivel de los lugares',
  search: 'Búsqueda',
  around: 'Alrededor de',
  any: 'o',
  missing: 'nada',
  contains: (text) => `contiene «${text}»`,
  between: (from, to) => `de ${from} a ${to}`,
  since: (from) => `desde ${from}`,
  until: (to) => `hasta ${to}`,
  more: (count) => `y ${count} más`,
  now: 'Tal como estaba en el momento de crearlo',
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
