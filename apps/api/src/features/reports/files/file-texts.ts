import type { TableTexts } from '../../table-files/index.ts'

/** What files of reports say in one language. */
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
  /** what happens where the reader looks at now, with no period */
  now: string
  /** titles of pages by their names in calls */
  titles: Readonly<Record<string, string>>
  /** words of members of rows and of criteria */
  members: Readonly<Record<string, string>>
}

const en: FileTexts = {
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
  titles: {
    devices: 'Devices',
    assetlist: 'Asset List',
    'status-vs-time': 'Status vs Time',
    'pump-movement': 'Pump Movement',
    'movement-vs-time': 'Movement vs Time',
    'nearby-pump': 'Nearby Pumps',
    'rtls-alert': 'Alert Report',
    'rtls-alarm': 'Alarm Report',
    'mednet-alarm': 'Mednet Alarms',
    'fence-status': 'Fence Status',
    'battery-heat': 'Battery Heat',
    'wifi-heat': 'Wifi Heat',
    'all-assets-map-view': 'All Assets Map View',
  },
  members: {
    AssetId: 'Asset ID',
    AssetType: 'Asset type',
    AssetName: 'Asset name',
    AssetStatus: 'Status of the asset',
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
  },
}

const de: FileTexts = {
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
  titles: {
    devices: 'Geräte',
    assetlist: 'Objektliste',
    'status-vs-time': 'Status im Zeitverlauf',
    'pump-movement': 'Pumpenbewegungen',
    'movement-vs-time': 'Bewegung im Zeitverlauf',
    'nearby-pump': 'Pumpen in der Nähe',
    'rtls-alert': 'Alarmbericht',
    'rtls-alarm': 'Meldungsbericht',
    'mednet-alarm': 'Mednet-Alarme',
    'fence-status': 'Geofence-Status',
    'battery-heat': 'Akku-Heatmap',
    'wifi-heat': 'WLAN-Heatmap',
    'all-assets-map-view': 'Alle Objekte auf der Karte',
  },
  members: {
    AssetId: 'Objekt-ID',
    AssetType: 'Objekttyp',
    AssetName: 'Objektname',
    AssetStatus: 'Status des Objekts',
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
    HomeLocation: 'Heimatort',
    Geofence: 'Geofence',
    GeofenceType: 'Geofence-Typ',
    since: 'Seit',
    Distance: 'Entfernung in Metern',
    WalkingDistance: 'Zu Fuß in Metern',
  },
}

const es: FileTexts = {
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
  titles: {
    devices: 'Dispositivos',
    assetlist: 'Lista de activos',
    'status-vs-time': 'Estado en el tiempo',
    'pump-movement': 'Movimiento de bombas',
    'movement-vs-time': 'Movimiento en el tiempo',
    'nearby-pump': 'Bombas cercanas',
    'rtls-alert': 'Informe de alertas',
    'rtls-alarm': 'Informe de alarmas',
    'mednet-alarm': 'Alarmas de Mednet',
    'fence-status': 'Estado de geocercas',
    'battery-heat': 'Mapa de calor de baterías',
    'wifi-heat': 'Mapa de calor de wifi',
    'all-assets-map-view': 'Todos los activos en el plano',
  },
  members: {
    AssetId: 'ID del activo',
    AssetType: 'Tipo de activo',
    AssetName: 'Nombre del activo',
    AssetStatus: 'Estado del activo',
    CustomTags: 'Etiquetas propias',
    Name: 'Nombre',
    SerialNo: 'N.º de serie',
    Category: 'Categoría',
    Type: 'Tipo',
    Status: 'Estado',
    Battery: 'Batería',
    WiFi: 'Wifi',
    Event: 'Suceso',
    createdAt: 'Hora',
    updatedAt: 'Modificado',
    Location: 'Ubicación',
    LocationA: 'Lugar A',
    LocationB: 'Lugar B',
    CurrentLocation: 'Ubicación actual',
    HomeLocation: 'Ubicación asignada',
    Geofence: 'Geocerca',
    GeofenceType: 'Tipo de geocerca',
    since: 'Desde cuándo',
    Distance: 'Distancia en metros',
    WalkingDistance: 'A pie en metros',
  },
}
const LANGUAGES: Readonly<Record<string, FileTexts>> = { en, de, es }

/** The texts of a reader's language, English for one that there is none of. @param language a tag such as `de-AT` */
export const fileTexts = (language = ''): FileTexts => LANGUAGES[language.slice(0, 2)] ?? en
