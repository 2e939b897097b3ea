import { categoryAt, floorAt, lettersAt, placeAt } from './list-hospital.mjs'

const EQUIPMENT = { AssetType: 'Equipment' }
const filter = (name, body, query = () => ({ pagesize: 9, page: 1 })) => ({
  name,
  path: (n) => `/api/assets.filter?${new URLSearchParams(query(n))}`,
  body,
})
const list = (name, body) => ({ name, path: () => '/api/assets.list', body })
const page = (first, pages) => (n) => ({ pagesize: 9, page: first + (n % pages) })
const sorted = (sortField, sortDirection) => () => [EQUIPMENT, { sort: [{ sortField, sortDirection }] }]

/** The lists that people open all day: each query has a name, and a path and a body for its n-th request. */
export const QUERIES = [
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
  filter('search, part of a serial number', (n) => [
    EQUIPMENT,
    {
      search: String((n * 16 * 104_729) % 10_000_019)
        .padStart(8, '0')
        .slice(1),
    },
  ]),
  filter('search, a word of many names', (n) => [EQUIPMENT, { search: ['pump', 'unit', 'monitor'][n % 3] }]),
  filter('search, other letters each time', (n) => [EQUIPMENT, { search: lettersAt(n) }]),
  list('asset list, first page', () => ({ pagesize: 10, page: 1 })),
  list('asset list, a category', (n) => ({
    pagesize: 10,
    page: 1 + (n % 5),
    query: { AssetType: 'Equipment', 'Fields.PrimaryCategory': categoryAt(n), status: true },
  })),
]
