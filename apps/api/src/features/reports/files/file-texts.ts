import type { FileText } from '@wardtrack/contracts'
import type { TableTexts } from '../../table-files/index.ts'

/** Texts of report files in one language. */
export type FileTexts = TableTexts & {
  filter: string
  noFilter: string
  /** label of the fields that were not compared, because their asset types encrypt them */
  leftOut: string
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
  language: Language
  /** labels of the members of rows and criteria */
  members: Readonly<Record<string, string>>
}
type Language = keyof FileText

/** Texts that are not in a list by name. */
type Sentences = Omit<FileTexts, 'language' | 'members'>

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
  leftOut: 'Left out, encrypted',
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
  leftOut: 'Ausgelassen, verschlüsselt',
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
  leftOut: 'Excluido, cifrado',
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

const SENTENCES: Readonly<Record<Language, Sentences>> = { en, de, es }

/**
 * Returns the texts of a reader's language, or English when the language is not available.
 * @param tag language tag such as `de-AT`
 */
export function fileTexts(tag = ''): FileTexts {
  const short = tag.slice(0, 2)
  const language: Language = short === 'de' || short === 'es' ? short : 'en'
  return { ...SENTENCES[language], language, members: MEMBERS[language] }
}

/** Labels of the members of rows and criteria, by language. */
const MEMBERS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    AssetId: 'Asset ID',
    AssetType: 'Asset type',
    AssetName: 'Asset name',
    AssetStatus: 'Asset status',
    CustomTags: 'Custom tags',
    Name: 'Name',
    SerialNo: 'Serial number',
    Category: 'Category',
    Type: 'Type',
    Status: 'Status',
    Battery: 'Battery',
    WiFi: 'WiFi',
    Event: 'Event',
    createdAt: 'Time',
    updatedAt: 'Changed',
    Location: 'Location',
    LocationA: 'Location A',
    LocationB: 'Location B',
    CurrentLocation: 'Current location',
    HomeLocation: 'Homed location',
    Geofence: 'Geofence',
    GeofenceType: 'Geofence type',
    since: 'Since',
    Distance: 'Distance in metres',
    WalkingDistance: 'On foot in metres',
    Minimum: 'Safety level',
    Par: 'PAR level',
    From: 'From',
    To: 'To',
    Metres: 'Metres',
    Unit: 'Unit',
    There: 'Present',
    Available: 'Available',
    State: 'State',
    Missing: 'Missing',
    ShortShare: 'Short % of time',
    Way: 'Route',
    Reason: 'For',
  },
  de: {
    AssetId: 'Objekt-ID',
    AssetType: 'Objekttyp',
    AssetName: 'Objektname',
    AssetStatus: 'Objektstatus',
    CustomTags: 'Eigene Schlagwörter',
    Name: 'Name',
    SerialNo: 'Seriennummer',
    Category: 'Kategorie',
    Type: 'Typ',
    Status: 'Status',
    Battery: 'Akku',
    WiFi: 'WLAN',
    Event: 'Ereignis',
    createdAt: 'Zeit',
    updatedAt: 'Geändert',
    Location: 'Ort',
    LocationA: 'Ort A',
    LocationB: 'Ort B',
    CurrentLocation: 'Aktueller Ort',
    HomeLocation: 'Stammplatz',
    Geofence: 'Geofence',
    GeofenceType: 'Geofence-Typ',
    since: 'Seit',
    Distance: 'Entfernung in Metern',
    WalkingDistance: 'Zu Fuß in Metern',
    Minimum: 'Sicherheitsbestand',
    Par: 'PAR-Bestand',
    From: 'Von',
    To: 'Nach',
    Metres: 'Meter',
    Unit: 'Station',
    There: 'Vorhanden',
    Available: 'Verfügbar',
    State: 'Zustand',
    Missing: 'Fehlt',
    ShortShare: 'Knapp, % der Zeit',
    Way: 'Weg',
    Reason: 'Für',
  },
  es: {
    AssetId: 'ID del activo',
    AssetType: 'Tipo de activo',
    AssetName: 'Nombre del activo',
    AssetStatus: 'Estado del activo',
    CustomTags: 'Etiquetas personalizadas',
    Name: 'Nombre',
    SerialNo: 'N.º de serie',
    Category: 'Categoría',
    Type: 'Tipo',
    Status: 'Estado',
    Battery: 'Batería',
    WiFi: 'Wifi',
    Event: 'Evento',
    createdAt: 'Hora',
    updatedAt: 'Modificado',
    Location: 'Ubicación',
    LocationA: 'Lugar A',
    LocationB: 'Lugar B',
    CurrentLocation: 'Ubicación actual',
    HomeLocation: 'Ubicación base',
    Geofence: 'Geocerca',
    GeofenceType: 'Tipo de geocerca',
    since: 'Desde cuándo',
    Distance: 'Distancia en metros',
    WalkingDistance: 'A pie en metros',
    Minimum: 'Nivel de seguridad',
    Par: 'Nivel PAR',
    From: 'De',
    To: 'A',
    Metres: 'Metros',
    Unit: 'Unidad',
    There: 'Presentes',
    Available: 'Disponibles',
    State: 'Estado',
    Missing: 'Faltan',
    ShortShare: 'En falta, % del tiempo',
    Way: 'Camino',
    Reason: 'Para',
  },
}
