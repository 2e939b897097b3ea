import { box, corridor, door, floor, numbered, numberOnly, room, row, wideDoor } from '../layout-words.ts'
import { towerCore } from './tower-core.ts'

const MATERNITY = () => 'Maternity'
const SURGICAL = () => 'Ward 4 South'

/** Maternity, delivery, the neonatal unit and a surgical ward. */
export const towerALevel4 = floor('Tower A', 'Level 4', 'ng-a-l4', [
  ...towerCore({ west: 4, east: 54.8, southWest: 9.2, southEast: 62 }),
  corridor('West corridor', box(9.2, 8.8, 12, 30.4), ''),
  corridor('East corridor', box(52, 8.8, 54.8, 30.4), ''),
  ...row({
    kind: 'patient',
    fit: 'ward',
    area: box(4, 2, 39.2, 8.8),
    names: numbered('4', 1, 7),
    side: 's',
    unitOf: MATERNITY,
    label: numberOnly,
  }),
  room('Nursery', 'clinical', 'cots', box(39.2, 2, 47.6, 8.8), [wideDoor('s', 6.8)], { unit: 'Maternity' }),
  room('Milk kitchen', 'utility', 'clean', box(47.6, 2, 51.4, 8.8), [door('s', 2.7)], { unit: 'Maternity' }),
  room('Feeding', 'staff', 'chairs', box(51.4, 2, 54.8, 8.8), [door('s', 2.3)], { unit: 'Maternity' }),
  ...row({
    kind: 'clinical',
    fit: 'delivery',
    area: box(2, 11.8, 9.2, 27.4),
    names: ['Delivery 1', 'Delivery 2', 'Delivery 3'],
    side: 'e',
    unitOf: MATERNITY,
  }),
  ...row({
    kind: 'clinical',
    fit: 'cots',
    area: box(54.8, 11.8, 62, 27.4),
    names: ['Neonatal 1', 'Neonatal 2'],
    side: 'w',
    unitOf: () => 'Neonatal',
  }),
  room('Office', 'staff', 'office', box(12, 11.8, 16.4, 17.4), [door('n', 3.2)], { unit: 'Maternity' }),
  room('Station', 'staff', 'station', box(16.4, 11.8, 24.8, 17.4), [door('n', 7.1)], {
    unit: 'Maternity',
    label: 'Maternity',
  }),
  room('Medicines', 'utility', 'medicines', box(12, 17.4, 18.2, 21.6), [door('w', 3.1)], {
    unit: 'Maternity',
  }),
  room('Equipment store 4', 'utility', 'store', box(12, 21.6, 18.2, 27.4), [wideDoor('w', 4.2)], {
    label: 'Equipment store',
  }),
  room('Clean utility', 'utility', 'clean', box(18.2, 17.4, 24.8, 22.2), [door('e', 3.6)], {
    unit: 'Maternity',
  }),
  room('Dirty utility', 'utility', 'dirty', box(18.2, 22.2, 24.8, 27.4), [door('e', 4)], {
    unit: 'Maternity',
  }),
  room('Station', 'staff', 'station', box(39.2, 11.8, 47.2, 18), [door('n', 6.8)], {
    unit: 'Neonatal',
    label: 'Neonatal',
  }),
  room('Medicines', 'utility', 'medicines', box(47.2, 11.8, 52, 18), [door('n', 3.6)], { unit: 'Neonatal' }),
  room('Parents lounge', 'staff', 'staff-room', box(39.2, 18, 44.6, 27.4), [door('w', 8)]),
  room('Station', 'staff', 'station', box(44.6, 21.8, 52, 27.4), [door('s', 6.2)], {
    unit: 'Ward 4 South',
    label: 'Ward 4 South',
  }),
  room('Staff room', 'staff', 'staff-room', box(44.6, 18, 52, 21.8), [door('e', 2.6)]),
  room('Theatre 3', 'clinical', 'theatre', box(9.2, 30.4, 18.2, 38), [wideDoor('n', 7.4)]),
  room('Recovery 4', 'clinical', 'ward-two', box(18.2, 30.4, 26.4, 38), [wideDoor('n', 6.8)]),
  ...row({
    kind: 'patient',
    fit: 'ward',
    area: box(26.4, 30.4, 56.4, 38),
    names: numbered('4', 15, 10),
    side: 'n',
    unitOf: SURGICAL,
    label: numberOnly,
  }),
  room('Linen', 'utility', 'dirty', box(56.4, 30.4, 62, 34), [door('n', 4.3)], { unit: 'Ward 4 South' }),
])
