import { categoryAt, FIRST_CREATED, floorAt, lettersAt, placeAt } from './list-hospital.mjs'

const EQUIPMENT = { AssetType: 'Equipment' }
const filter = (name, body, query = () => ({ pagesize: 9, page: 1 })) => ({
  name,
  path: (n, size) => `/api/assets.filter?${new URLSearchParams(query(n, size))}`,
  body,
})
const list = (name, body) => ({ name, path: () => '/api/assets.list', body })
const page = (first, pages) => (n) => ({ pagesize: 9, page: first + (n % pages) })
const sorted = (sortField, sortDirection) => () => [EQUIPMENT, { sort: [{ sortField, sortDirection }] }]

/** Fields that a list can be sorted by, each in one direction or the other. */
const SORTED = [
  ['name', 'Fields.AssetName', -1],
  ['serial number', 'Fields.SerialNo', 1],
  ['category', 'Fields.PrimaryCategory', 1],
  ['wifi', 'Fields.WifiStrength.Strength', 1],
  ['battery', 'Fields.BatteryLevel.Level', -1],
  ['connection', 'Fields.DeviceStatus', 1],
  ['infusion', 'Fields.InfusionStatus', -1],
  ['type', 'AssetType', -1],
  ['id', 'AssetId', 1],
  ['status', 'AssetStatus', 1],
]
/** Returns the query of the last page of all equipment, for a store with the given number of assets. */
const lastPage = (_n, size) => ({ pagesize: 9, page: Math.max(1, Math.ceil((size * 0.79) / 9)) })

/** A saved filter: read from those of its page and then applied, as the console does. */
const SAVED_FILTER = {
  displayName: 'Pumps low on battery',
  showOn: 'devices',
  criteria: [
    EQUIPMENT,
    {
      'Fields.PrimaryCategory': [categoryAt(0)],
      'Fields.BatteryLevel.Level': ['LEVEL_1', 'LEVEL_2'],
    },
  ],
}
const savedFilter = {
  ...filter('saved filter opened', (_n, filters) => filters[0].criteria),
  first: {
    store: { path: '/api/filters/create', body: SAVED_FILTER },
    path: '/api/filters/getFiltersForUser?userName=admin&showOn=devices',
  },
}

/** Creates a global search as the console sends it: assets of any type, and places, geofences and alerts. */
const searchEverything = (name, textOf) => ({
  ...filter(
    `search everything, ${name}`,
    (n) => ({ search: textOf(n) }),
    () => ({ pagesize: 5, page: 1 }),
  ),
  beside: (n) => ({ path: '/location/api/location.search', body: { text: textOf(n) } }),
})
const serialAt = (n) => String((n * 16 * 104_729) % 10_000_019).padStart(8, '0')

/**
 * The lists that people open all day. Each query has a name, and a path and a body for its n-th request. Its
 * member `first` contains the data stored once before the measurement, and the data that each request reads before the
 * list.
 */
export const QUERIES = [
  savedFilter,
  filter('dashboard, first page', () => EQUIPMENT),
  filter('dashboard, pages 2 to 20', () => EQUIPMENT, page(2, 19)),
  filter('all types, first page', () => ({})),
  filter('sort by serial number, descending', sorted('Fields.SerialNo', -1)),
  filter('sort by battery', sorted('Fields.BatteryLevel.Level', 1)),
  filter('sort by creation', sorted('createdAt', -1)),
  filter('category', (n) => ({ ...EQUIPMENT, 'Fields.PrimaryCategory': [categoryAt(n)] })),
  filter('category and battery', (n) => ({
    ...EQUIPMENT,
    'Fields.PrimaryCategory': [categoryAt(n)],
    'Fields.BatteryLevel.Level': [`LEVEL_${(n % 4) + 1}`],
  })),
  filter('floor', (n) => ({ ...EQUIPMENT, 'CurrentLocation.fullPath.Level_3': floorAt(n).fullName[2] })),
  filter('room', (n) => ({ ...EQUIPMENT, 'CurrentLocation.fullPath.Level_4': placeAt(n * 37).fullName[3] })),
  filter('search, part of a serial number', (n) => [EQUIPMENT, { search: serialAt(n).slice(1) }]),
  filter('search, a word of many names', (n) => [EQUIPMENT, { search: ['pump', 'unit', 'monitor'][n % 3] }]),
  filter('search, other letters each time', (n) => [EQUIPMENT, { search: lettersAt(n) }]),
  filter('text of a name', (n) => ({ ...EQUIPMENT, 'Fields.AssetName': { $regex: lettersAt(n) } })),
  filter('text of a serial number', (n) => ({
    ...EQUIPMENT,
    'Fields.SerialNo': { $regex: serialAt(n).slice(1) },
  })),
  filter('no value', () => ({ ...EQUIPMENT, 'Fields.SerialNo': ['N/A'] })),
  filter('custom tag', () => ({ ...EQUIPMENT, CustomTags: ['loan'] })),
  filter('creation, a range', () => ({
    ...EQUIPMENT,
    createdAt: { $gte: new Date(FIRST_CREATED + 1_000_000), $lt: new Date(FIRST_CREATED + 2_000_000) },
  })),
  filter('inactive ones', () => ({ ...EQUIPMENT, AssetStatus: 'inactive' })),
  filter('category, battery and floor', (n) => ({
    ...EQUIPMENT,
    'Fields.PrimaryCategory': [categoryAt(n)],
    'Fields.BatteryLevel.Level': [`LEVEL_${(n % 4) + 1}`],
    'CurrentLocation.fullPath.Level_3': floorAt(n).fullName[2],
  })),
  filter('dashboard, last page', () => EQUIPMENT, lastPage),
  ...SORTED.flatMap(([name, sortField, sortDirection]) => [
    filter(`sorted by ${name}`, sorted(sortField, sortDirection)),
    filter(`sorted by ${name}, last page`, sorted(sortField, sortDirection), lastPage),
  ]),
  searchEverything('a word of many names', (n) => ['pump', 'unit', 'monitor'][n % 3]),
  searchEverything('other letters each time', lettersAt),
  searchEverything('a scanned serial number', (n) => `SN-${serialAt(n)}`),
  searchEverything('a room', (n) => placeAt(n * 37).fullName[3]),
  searchEverything('a geofence', (n) => ['loading bay', 'clean room', 'workshop of map-1'][n % 3]),
  searchEverything('two letters', (n) => ['pu', 'ro', 'ex', 'in'][n % 4]),
  list('asset list, first page', () => ({ pagesize: 10, page: 1 })),
  list('asset list, a category', (n) => ({
    pagesize: 10,
    page: 1 + (n % 5),
    query: { AssetType: 'Equipment', 'Fields.PrimaryCategory': categoryAt(n), status: true },
  })),
]
