import { box, corridor, door, floor, numbered, numberOnly, room, row, wideDoor } from '../layout-words.ts'
import { towerCore } from './tower-core.ts'

const NORTH_UNITS = (index: number) => (index < 7 ? 'ICU West' : 'Step-down')

/** Intensive care, step-down, the main theatres and their recovery. */
export const towerALevel3 = floor('Tower A', 'Level 3', 'ng-a-l3', [
  ...towerCore({ west: 4, east: 60 }),
  corridor('West corridor', box(9.2, 8.8, 12, 30.4), ''),
  corridor('East corridor', box(52, 8.8, 54.8, 30.4), ''),
  ...row({
    kind: 'patient',
    fit: 'ward',
    area: box(4, 2, 60, 8.8),
    names: numbered('3', 1, 12),
    side: 's',
    unitOf: NORTH_UNITS,
    label: numberOnly,
  }),
  ...row({
    kind: 'patient',
    fit: 'ward',
    area: box(2, 11.8, 9.2, 27.4),
    names: numbered('3', 29, 27),
    side: 'e',
    unitOf: () => 'ICU West',
    label: numberOnly,
  }),
  ...row({
    kind: 'patient',
    fit: 'ward',
    area: box(54.8, 11.8, 62, 27.4),
    names: numbered('3', 13, 15),
    side: 'w',
    unitOf: () => 'Step-down',
    label: numberOnly,
  }),
  room('Station', 'staff', 'station', box(12, 11.8, 20, 18), [door('n', 6.8)], {
    unit: 'ICU West',
    label: 'ICU West',
  }),
  room('Medicines', 'utility', 'medicines', box(20, 11.8, 24.8, 18), [door('n', 3.6)], { unit: 'ICU West' }),
  room('Equipment store 3', 'utility', 'store', box(12, 18, 18.9, 27.4), [wideDoor('s', 5.4)], {
    label: 'Equipment store',
  }),
  room('Clean utility', 'utility', 'clean', box(18.9, 18, 24.8, 22.6), [door('e', 3.4)], {
    unit: 'ICU West',
  }),
  room('Dirty utility', 'utility', 'dirty', box(18.9, 22.6, 24.8, 27.4), [door('e', 3.6)], {
    unit: 'ICU West',
  }),
  room('Medicines', 'utility', 'medicines', box(39.2, 11.8, 44, 18), [door('n', 3.6)], { unit: 'Step-down' }),
  room('Station', 'staff', 'station', box(44, 11.8, 52, 18), [door('n', 6.8)], {
    unit: 'Step-down',
    label: 'Step-down',
  }),
  room('Pump bay', 'utility', 'store', box(39.2, 18, 46, 27.4), [wideDoor('s', 5.3)], { unit: 'Step-down' }),
  room('Staff room', 'staff', 'staff-room', box(46, 18, 52, 22.6), [door('e', 3.4)], { unit: 'Step-down' }),
  room('Biomed desk', 'staff', 'office', box(46, 22.6, 52, 27.4), [door('e', 3.6)]),
  room('Theatre 1', 'clinical', 'theatre', box(4, 30.4, 12.9, 38), [wideDoor('n', 7.3)]),
  room('Theatre 2', 'clinical', 'theatre', box(12.9, 30.4, 21.8, 38), [wideDoor('n', 7.3)]),
  room('Prep', 'clinical', 'treatment', box(21.8, 30.4, 27.3, 38), [wideDoor('n', 4)]),
  room('Aisle', 'clinical', 'hall', box(27.3, 30.4, 40, 33.4), [wideDoor('n', 11.2)], {
    unit: 'Recovery',
    label: 'Recovery',
    spine: true,
    group: 'recovery',
  }),
  ...row({
    kind: 'clinical',
    fit: 'bay',
    area: box(27.3, 33.4, 40, 38),
    names: ['Bay 1', 'Bay 2', 'Bay 3', 'Bay 4'],
    side: 'n',
    unitOf: () => 'Recovery',
    group: 'recovery',
    openWidth: 2,
    label: () => '',
  }),
  ...row({
    kind: 'patient',
    fit: 'ward',
    area: box(40, 30.4, 55, 38),
    names: numbered('3', 18, 16),
    side: 'n',
    unitOf: () => 'Step-down',
    label: numberOnly,
  }),
  room('Family room', 'staff', 'staff-room', box(55, 30.4, 60, 38), [door('n', 3.8)], { label: 'Family' }),
])
