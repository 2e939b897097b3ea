import {
  box,
  corridor,
  door,
  exit,
  floor,
  numbered,
  numberOnly,
  opening,
  room,
  row,
  wideDoor,
} from '../layout-words.ts'
import { towerCore } from './tower-core.ts'

const EMERGENCY = () => 'Emergency'

/** Emergency department, main entrance, pharmacy and the equipment library. */
export const towerALevel1 = floor('Tower A', 'Level 1', 'ng-a-l1', [
  ...towerCore({ west: 2, east: 62, southDoors: [exit('e', 1.5, 2)] }),
  corridor('Majors aisle', box(7.4, 8.8, 12, 30.4), ''),
  corridor('East corridor', box(52, 8.8, 54.8, 30.4), ''),
  ...row({
    kind: 'clinical',
    fit: 'resus',
    area: box(2, 2, 20.8, 8.8),
    names: ['Resus 1', 'Resus 2', 'Resus 3', 'Resus 4'],
    side: 's',
    unitOf: EMERGENCY,
  }),
  room(
    'Ambulance entrance',
    'corridor',
    'hall',
    box(20.8, 2, 28, 8.8),
    [exit('n', 3.6, 3), opening('s', 3.6, 5)],
    {
      unit: 'Emergency',
    },
  ),
  room('X-ray', 'clinical', 'xray', box(28, 2, 34.6, 8.8), [wideDoor('s', 5.2)], { unit: 'Emergency' }),
  room('Plaster', 'clinical', 'treatment', box(34.6, 2, 39.6, 8.8), [door('s', 3.8)], { unit: 'Emergency' }),
  ...row({
    kind: 'patient',
    fit: 'ward',
    area: box(39.6, 2, 62, 8.8),
    names: numbered('1', 1, 5),
    side: 's',
    unitOf: () => 'Observation',
    label: numberOnly,
  }),
  ...row({
    kind: 'clinical',
    fit: 'bay',
    area: box(2, 11.8, 7.4, 27.4),
    names: ['Majors 1', 'Majors 2', 'Majors 3', 'Majors 4', 'Majors 5'],
    side: 'e',
    unitOf: EMERGENCY,
  }),
  room('Station', 'staff', 'station', box(12, 11.8, 20, 17.6), [door('w', 4.6)], {
    unit: 'Emergency',
    label: 'Emergency',
  }),
  room('Medicines', 'utility', 'medicines', box(20, 11.8, 24.8, 17.6), [door('n', 3.6)], {
    unit: 'Emergency',
  }),
  room('Equipment store 1', 'utility', 'store', box(12, 17.6, 18.6, 22.6), [wideDoor('w', 3.6)], {
    label: 'Equipment store',
  }),
  room('Triage 1', 'clinical', 'consult', box(12, 22.6, 16.3, 27.4), [door('s', 3.1)], { unit: 'Emergency' }),
  room('Triage 2', 'clinical', 'consult', box(16.3, 22.6, 20.6, 27.4), [door('s', 3.1)], {
    unit: 'Emergency',
  }),
  room('Clean utility', 'utility', 'clean', box(18.6, 17.6, 24.8, 22.6), [door('e', 3.8)], {
    unit: 'Emergency',
  }),
  room('Sluice', 'utility', 'dirty', box(20.6, 22.6, 24.8, 27.4), [door('e', 3.6)], { unit: 'Emergency' }),
  room('Security', 'staff', 'office', box(39.2, 11.8, 44, 17.4), [door('n', 3.6)]),
  room('Station', 'staff', 'station', box(44, 11.8, 52, 17.4), [door('n', 6.8)], {
    unit: 'Observation',
    label: 'Observation',
  }),
  room('Bed store', 'utility', 'store', box(39.2, 17.4, 47, 27.4), [wideDoor('s', 6.2)]),
  room('Linen', 'utility', 'clean', box(47, 17.4, 52, 22.2), [door('e', 3.6)]),
  room('Porters', 'staff', 'staff-room', box(47, 22.2, 52, 27.4), [door('e', 4)]),
  room('Equipment library', 'utility', 'store', box(54.8, 11.8, 62, 20.6), [wideDoor('w', 7)]),
  room('Biomed workshop', 'staff', 'laboratory', box(54.8, 20.6, 62, 27.4), [wideDoor('w', 5.2)]),
  room('Waiting', 'staff', 'waiting', box(2, 30.4, 14.6, 38), [wideDoor('n', 10.8)], {
    unit: 'Emergency',
    label: 'Emergency waiting',
  }),
  room('Reception', 'staff', 'reception', box(14.6, 30.4, 21, 38), [door('n', 5.2)], { unit: 'Emergency' }),
  room('Main entrance', 'corridor', 'foyer', box(21, 30.4, 39.2, 38), [
    exit('s', 9.1, 3.6),
    { side: 'n', at: 9.1, width: 9, style: 'open', hinge: 'start' },
  ]),
  room('Café', 'staff', 'cafe', box(39.2, 30.4, 47.8, 38), [wideDoor('n', 7)]),
  room('Pharmacy', 'utility', 'medicines', box(47.8, 30.4, 55, 38), [door('n', 6)]),
  room('Quiet room', 'staff', 'staff-room', box(55, 30.4, 62, 38), [door('n', 5.8)]),
])
