const CATEGORIES = [
  'Infusion Pump',
  'Syringe Pump',
  'Ventilator',
  'Defibrillator',
  'Patient Monitor',
  'ECG',
  'Ultrasound',
  'Wheelchair',
  'Stretcher',
  'Bed',
  'Feeding Pump',
  'Dialysis Machine',
  'Incubator',
  'Suction Unit',
  'Warming Unit',
  'X-Ray',
  'Anaesthesia Machine',
  'Nebuliser',
  'Scale',
  'Cart',
]
const BARS = ['BAR_ONE', 'BAR_TWO', 'BAR_THREE', 'BAR_FOUR', 'BAR_FIVE']
const BUILDINGS = 5
const FLOORS = 8
const ROOMS = 30

/** Returns the n-th category or floor of the made-up hospital, for queries. */
export const categoryAt = (n) => CATEGORIES[n % CATEGORIES.length]
export const floorAt = (n) => placeAt((n % (BUILDINGS * FLOORS)) * ROOMS)

const WORDS = [...new Set(CATEGORIES.join(' ').split(/[^A-Za-z]+/))].filter((word) => word.length > 4)
/** Returns the end of a category's word, a different text for each of the first seventy. */
export const lettersAt = (n) => WORDS[n % WORDS.length].slice(Math.floor(n / WORDS.length) % 4)

/** Returns the n-th room: its id and its path of levels. The hospital is the same for any number of assets. */
export function placeAt(n) {
  const room = n % ROOMS
  const floor = Math.floor(n / ROOMS) % FLOORS
  const building = Math.floor(n / (ROOMS * FLOORS)) % BUILDINGS
  const names = ['Site', `Building ${building + 1}`, `Floor ${building + 1}.${floor + 1}`]
  return {
    hierarchyId: `room-${building}-${floor}-${room}`,
    mapId: `map-${building}-${floor}`,
    fullName: [...names, `Room ${building + 1}${floor + 1}${String(room).padStart(2, '0')}`],
  }
}

/** Returns every room and map of the hospital. */
export function places() {
  const rooms = Array.from({ length: BUILDINGS * FLOORS * ROOMS }, (_, n) => placeAt(n))
  return { rooms, maps: [...new Set(rooms.map((room) => room.mapId))] }
}

/** Creates a map of the hospital as it is stored, without an image. */
export const mapDocOf = (_id) => ({
  _id,
  name: _id,
  refName: '',
  xDimension: 100,
  yDimension: 80,
  source: 'ingest',
  width: null,
  height: null,
  dimensionsAssumed: true,
})

/** Creation time of the first asset; each later one is created a second after the previous one. */
export const FIRST_CREATED = 1_760_000_000_000

/** Creates the n-th asset as it is stored: four of five are equipment, the rest patients and clinicians. */
export function assetAt(n, make) {
  const type = n % 20 < 16 ? 'Equipment' : n % 20 === 16 ? 'Clinician' : 'Patient'
  const category = categoryAt(Math.floor(n / 20) * 7 + n)
  const scattered = (n * 7919) % 1_000_003
  const place = placeAt(scattered)
  const AssetId = `${type.slice(0, 2).toUpperCase()}-${String(n).padStart(7, '0')}`
  const Fields =
    type === 'Equipment'
      ? {
          AssetName: `${category} ${String(scattered).padStart(7, '0')}`,
          SerialNo: `SN-${String((n * 104_729) % 10_000_019).padStart(8, '0')}`,
          PrimaryCategory: category,
          WifiStrength: { Strength: BARS[n % 5] },
          BatteryLevel: { Level: `LEVEL_${(scattered % 4) + 1}` },
          DeviceStatus: n % 11 === 0 ? 'comm-status-offline' : 'comm-status-online',
        }
      : { AssetName: `Person ${String(scattered).padStart(7, '0')}`, Status: 'Present' }
  const time = new Date(FIRST_CREATED + n * 1000)
  const asset = { AssetType: type, AssetId, Fields }
  return {
    _id: make.id(),
    ...asset,
    AssetStatus: n % 50 === 49 ? 'inactive' : 'active',
    FieldTimes: Object.fromEntries(Object.keys(Fields).map((name) => [name, time])),
    CustomTags: n % 40 === 0 ? ['loan'] : [],
    LocationTags: [{ Provider: 'bench', TagId: `T${n}`, IsPrimary: true }],
    TagKeys: [`bench|T${n}`],
    SearchGrams: make.grams(asset),
    SearchWords: make.words(asset),
    CurrentLocation: {
      mapId: place.mapId,
      hierarchyId: place.hierarchyId,
      fullPath: Object.fromEntries(place.fullName.map((name, level) => [`Level_${level + 1}`, name])),
      xCenterPoint: scattered % 1000,
      yCenterPoint: n % 800,
      provider: 'bench',
      time,
    },
    createdAt: time,
    updatedAt: time,
  }
}
