import {
  box,
  corridor,
  door,
  exit,
  floor,
  numbered,
  numberOnly,
  room,
  row,
  wideDoor,
} from '../layout-words.ts'

const DAY_SURGERY = () => 'Day Surgery'

/** In metres. This tower is less deep than the other, so it is moved to the middle of the sheet. */
const MARGIN = 2

const rooms = [
  corridor('Main corridor', box(2, 22, 62, 25), 'Main corridor', [exit('w', 1.5, 2)]),
  corridor('North arm', box(38, 2, 41, 25), ''),
  corridor('Theatre corridor', box(38, 10, 62, 13)),
  room('Aisle', 'clinical', 'hall', box(18, 13, 38, 16), [wideDoor('e', 1.5)], {
    unit: 'Day Surgery',
    label: 'Day Surgery',
    spine: true,
    group: 'day-surgery',
  }),
  ...row({
    kind: 'clinical',
    fit: 'bay',
    area: box(18, 8.4, 34, 13),
    names: ['Bay 1', 'Bay 2', 'Bay 3', 'Bay 4'],
    side: 's',
    unitOf: DAY_SURGERY,
    group: 'day-surgery',
    openWidth: 2.4,
  }),
  room('Medicines', 'utility', 'medicines', box(34, 8.4, 38, 13), [door('s', 2.9)], { unit: 'Day Surgery' }),
  ...row({
    kind: 'clinical',
    fit: 'bay',
    area: box(18, 16, 34, 22),
    names: ['Bay 5', 'Bay 6', 'Bay 7', 'Bay 8'],
    side: 'n',
    unitOf: DAY_SURGERY,
    group: 'day-surgery',
    openWidth: 2.4,
  }),
  room('Sluice', 'utility', 'dirty', box(34, 16, 38, 22), [door('n', 2.9)], { unit: 'Day Surgery' }),
  room('Staff room', 'staff', 'staff-room', box(28, 2, 38, 8.4), [door('e', 5)]),
  room('Theatre 5', 'clinical', 'theatre', box(41, 2, 49.6, 10), [wideDoor('s', 7.1)]),
  room('Theatre 6', 'clinical', 'theatre', box(49.6, 2, 58.2, 10), [wideDoor('s', 7.1)]),
  room('Scrub', 'utility', 'clean', box(58.2, 2, 62, 10), [door('s', 2.6)]),
  room('Equipment store B', 'utility', 'store', box(41, 13, 48, 22), [wideDoor('n', 5.6)], {
    label: 'Equipment store',
  }),
  room('Dialysis', 'clinical', 'chairs', box(48, 13, 62, 22), [wideDoor('s', 12)]),
  room('Physiotherapy', 'clinical', 'gym', box(2, 25, 14, 34), [wideDoor('n', 10)]),
  ...row({
    kind: 'clinical',
    fit: 'consult',
    area: box(14, 25, 34.4, 31),
    names: numbered('B1', 1, 5),
    side: 'n',
    unitOf: () => 'Fracture Clinic',
    label: numberOnly,
  }),
  room('Waiting', 'staff', 'waiting', box(34.4, 25, 44, 33), [wideDoor('n', 7.6), exit('s', 4.8, 2.6)], {
    unit: 'Fracture Clinic',
    label: 'Waiting',
  }),
  room('Reception', 'staff', 'reception', box(44, 25, 50, 33), [door('n', 4.8)], { unit: 'Fracture Clinic' }),
  room('Plaster', 'clinical', 'treatment', box(50, 25, 56, 33), [door('n', 4.8)], {
    unit: 'Fracture Clinic',
  }),
  room('Stairs', 'core', 'stairs', box(56, 25, 62, 33), [door('n', 4.6)], { label: '' }),
]

/** Day surgery with its theatres, dialysis, physiotherapy and fracture clinic: an L beside Tower A. */
export const towerBLevel1 = floor(
  'Tower B',
  'Level 1',
  'ng-b-l1',
  rooms.map((drawn) => ({ ...drawn, y: drawn.y + MARGIN })),
)
